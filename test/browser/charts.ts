/** The dialog of charts in the viewer, over tables whose figures are known. */
import type { Locator } from 'playwright-core'
import { sqliteDatabase } from './sqlite-database'
import { viewerOver } from './viewer-app'
import type { ViewerPage, ViewerPageOptions } from './viewer-page'

/** The tables `sales` and `long`. */
const TABLES = `
  create table sales (id integer primary key, sold timestamptz, price decimal(10, 2), kind text, rating integer,
    document json);
  insert into sales values
    (1, '2024-01-27T20:00:00Z', 0.1, 'book', 1, null),
    (2, '2024-01-15T08:00:00Z', 0.2, 'book', 5, null),
    (3, '2024-02-05T08:00:00Z', 9007199254740993, 'map', 5, null),
    (4, '2024-03-01T08:30:00.5Z', 12.5, null, 3, null),
    (5, null, 7, 'map', null, null),
    (6, '2024-03-03T08:00:00Z', null, '', 3, null);
  create table long (id integer primary key, square integer, name text);
  with recursive n (i) as (select 1 union all select i + 1 from n where i < 10500)
    insert into long select i, i * i, 'name ' || (i % 50) from n`

/** The properties of elements that the tests read: their TypeScript project has no DOM types. */
interface LineElement {
  readonly cells: ArrayLike<{ readonly textContent: string }>
}
interface DrawnElement {
  readonly getAttribute: (name: string) => string | null
}

export interface Charts {
  readonly open: (path: string, options?: ViewerPageOptions) => Promise<ViewerPage>
  /** Opens the chart of a column by its menu. */
  readonly openChart: (
    table: string,
    column: string,
    options?: ViewerPageOptions,
  ) => Promise<ViewerPage>
}

/** Opens pages while the tests of the file run. @param script creates more tables */
export function charts(script = ''): Charts {
  const { open } = viewerOver(sqliteDatabase(`${TABLES};${script}`))
  return {
    open,
    openChart: async (table, column, options) => {
      const viewer = await open(`/?table=${table}`, options)
      const { page, header } = viewer
      await header(column).click({ button: 'right' })
      await page.getByRole('button', { name: 'Chart …' }).click()
      await chartIn(viewer).getByText('loaded rows').waitFor()
      return viewer
    },
  }
}

export const chartIn = ({ page }: ViewerPage): Locator =>
  page.getByRole('dialog', { name: 'Chart of' })

export const choose = (chart: Locator, label: string, value: string): Promise<unknown> =>
  chart.getByRole('combobox', { name: label, exact: true }).selectOption({ label: value })

/** The number of points in the drawing. */
export const drawnPoints = (chart: Locator): Promise<number> =>
  chart
    .locator('.points path')
    .evaluateAll((paths: DrawnElement[]) =>
      paths.reduce((sum, path) => sum + (path.getAttribute('d')?.split('M').length ?? 1) - 1, 0),
    )

/** The texts of the figures' table, line by line. */
export async function figures(chart: Locator): Promise<string[][]> {
  await chart.getByText('The figures as a table').click()
  return tableLines(chart.getByRole('region').getByRole('row'))
}

export async function tableLines(lines: Locator): Promise<string[][]> {
  await lines.first().waitFor()
  return lines.evaluateAll((all: LineElement[]) =>
    all.map(({ cells }) =>
      Array.from(cells, ({ textContent }) => textContent).filter((text) => text !== ''),
    ),
  )
}

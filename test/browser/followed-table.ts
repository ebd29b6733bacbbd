/** A table that the viewer follows while another program changes it. */
import type { Locator, Page } from 'playwright-core'
import type { RequestLogEntry } from '../../src/http/request-log'
import { waitUntil } from '../support/wait-until'
import { sqliteDatabase } from './sqlite-database'
import { viewerOver } from './viewer-app'
import type { ViewerPage, ViewerPageOptions } from './viewer-page'

/** A little more than the milliseconds between two requests. */
export const PAUSE = 3_100

export const NEWEST = '/?table=events&sort=id%3Adesc&limit=100'

/** The row of an event. */
export const rowOf = (page: Page, id: number): Locator =>
  page.locator('[role=row]', { has: page.locator(`[data-column=id]:text-is("${id}")`) })

export interface FollowedTable {
  readonly file: ReturnType<typeof sqliteDatabase>
  readonly viewer: ReturnType<typeof viewerOver>
  /** The server's log entries of requests for rows since `follow`. */
  readonly responses: RequestLogEntry[]
  /** Opens a table, and follows it. The test advances the clock of the page. */
  readonly follow: (path?: string, options?: ViewerPageOptions) => Promise<ViewerPage>
  /** Lets the page send its next request. @returns the status of the response */
  readonly nextResponse: (page: Page) => Promise<number | undefined>
  /** Advances the clock from request to request until the page shows the text. */
  readonly untilShown: (page: Page, text: string) => Promise<void>
}

/** Serves the viewer while the tests of the file run. Each test begins with 200 rows in the table `events`. */
export function followedTable(): FollowedTable {
  const file = sqliteDatabase(`
    create table events (id integer primary key, text text, amount integer);
    create table doomed (id integer primary key)`)
  const responses: RequestLogEntry[] = []
  const viewer = viewerOver(file, {
    onResponse: (entry) => {
      if (entry.route === 'query') responses.push(entry)
    },
  })
  beforeEach(() => {
    file.run(`
      delete from events;
      with recursive n (i) as (select 1 union all select i + 1 from n where i < 200)
        insert into events select i, 'event ' || i, i from n`)
  })

  const nextResponse = async (page: Page): Promise<number | undefined> => {
    const before = responses.length
    await page.clock.fastForward(PAUSE)
    await waitUntil(() => responses.length > before)
    return responses.at(-1)?.status
  }
  return {
    file,
    viewer,
    responses,
    follow: async (path = NEWEST, options = {}) => {
      const opened = await viewer.open(path, {
        ...options,
        prepare: (context) => context.clock.install(),
      })
      const name = /^(Follow changes|Änderungen verfolgen)$/
      await opened.page.getByRole('button', { name }).click()
      responses.length = 0
      return opened
    },
    nextResponse,
    untilShown: async (page, text) => {
      const shown = page.getByText(text).first()
      await waitUntil(async () => {
        await nextResponse(page)
        return shown.isVisible()
      })
    },
  }
}

/** JSON values in the viewer, of which a parsed object loses repeated names and the order of numeric ones. */
import type { Locator } from 'playwright-core'
import { describeEachServer } from '../support/describe-each-server'
import { testsThatNeed } from '../support/left-out'
import type { TestApp } from '../support/test-app'
import { PAUSE } from './followed-table'
import { viewerOver } from './viewer-app'

const { beforeAll, it } = testsThatNeed('chromium')

/** As Postgres sends them; the second one is `jsonb`, which has its names in this order. */
const STORED = '{"b":1.50,"2":3,"a":{"z":"é","1":null},"a":[]}'
const ORDERED = '{"a":1,"b":2,"10":3}'

describeEachServer('postgres', 'JSON in the viewer', (server) => {
  let app: TestApp
  beforeAll(async () => {
    app = await server.serve([
      'create table documents (id integer primary key, stored json, ordered jsonb)',
      `insert into documents values (1, '${STORED}', '${ORDERED}'), (2, '[]', '{}')`,
    ])
  })
  const viewer = viewerOver({
    database: {
      get url() {
        return app.url
      },
    },
  })
  const line = `{"id":1,"stored":${STORED},"ordered":${ORDERED}}`

  it('shows the exact values in cells', async () => {
    const { page, column } = await viewer.open('/?table=documents')
    expect(await column('stored')).toEqual([STORED, '[]'])
    expect(await column('ordered')).toEqual([ORDERED, '{}'])
    expect(await page.locator('[data-column=stored]').first().textContent()).toBe(STORED)
  })

  it('copies the exact values', async () => {
    const { page } = await viewer.open('/?table=documents')
    const copied = (): Promise<string> => page.evaluate('navigator.clipboard.readText()')
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('radio', { name: 'NDJSON' }).check()
    await page.getByRole('button', { name: 'Copy this page as NDJSON' }).click()
    await page.getByText('2 rows as NDJSON copied.').waitFor()
    expect(await copied()).toBe(`${line}\n{"id":2,"stored":[],"ordered":{}}\n`)
    await page.locator('[data-column=stored]').first().click()
    await page.keyboard.press('Control+c')
    expect(await copied()).toBe(STORED)
    await page.locator('[data-column=stored]').first().dblclick()
    await page.getByRole('button', { name: 'Copy the row as JSON' }).click()
    await page.getByText('Row copied.').waitFor()
    expect((await copied()).replaceAll(/\s/g, '')).toBe(line)
  })

  it('shows the exact values while it follows changes, and marks none', async () => {
    const { page, column } = await viewer.open('/?table=documents', {
      prepare: (context) => context.clock.install(),
    })
    await page.getByRole('button', { name: 'Follow changes' }).click()
    const [response] = await Promise.all([
      page.waitForResponse(/\/query\?/),
      page.clock.fastForward(PAUSE),
    ])
    await response.finished()
    expect(await column('stored')).toEqual([STORED, '[]'])
    expect(await page.locator('.changed, .new').count()).toBe(0)
  })

  it('shows each member in its order in the tree', async () => {
    const { page } = await viewer.open('/?table=documents')
    await page.locator('[data-column=stored]').first().dblclick()
    const members: Locator = page.locator('[data-field=stored] .json > ul > li')
    expect(await members.allTextContents()).toEqual([
      'b 1.50',
      '2 3',
      'a {2 fields}z "é"1 null',
      'z "é"',
      '1 null',
      'a []',
    ])
  })
})

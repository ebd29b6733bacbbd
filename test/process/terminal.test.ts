/** The output of the program in a terminal; terminal.stress.ts has JSON lines there. */
import { stripVTControlCharacters } from 'node:util'
import { testsThatNeed } from '../support/left-out'
import { waitUntil } from '../support/wait-until'
import { HOSTILE_PATH, inTerminal } from './pseudo-terminal'

const { it } = testsThatNeed('script')

it('begins with the page to open, and has one coloured line for each request', async () => {
  const { text, baseUrl } = await inTerminal('')
  const { origin } = new URL(baseUrl)
  await fetch(`${baseUrl}/tables`)
  await waitUntil(() => text().includes('GET tables'))
  await fetch(`${baseUrl}/query?table=nowhere`)
  // The status alone could be part of the port.
  await waitUntil(() => /GET query.*\n/.test(text()))
  const time = expect.stringMatching(/^\d\d:\d\d:\d\d$/) as string
  const lines = stripVTControlCharacters(text()).trimEnd().split('\n')
  expect(lines.slice(0, 2)).toEqual([
    `Open ${origin}/ to see the tables.`,
    `${baseUrl} is ready, try: curl '${baseUrl}/tables'`,
  ])
  expect(lines.slice(2).map((line) => line.split('  '))).toEqual([
    [time, expect.stringMatching(/^connected to SQLite 3\.\S+ \/.+\.sqlite$/)],
    [time, '200', 'GET tables', expect.stringMatching(/^[\d.]+ ms$/)],
    [time, '404', 'GET query', expect.stringMatching(/^[\d.]+ ms$/)],
  ])
  expect(text()).toContain(`\u001b[1m${origin}/\u001b[22m`)
  expect(text()).toContain('\u001b[32m200\u001b[39m')
  expect(text()).toContain('\u001b[33m404\u001b[39m')
})

it('shows control characters of values, and sends none to the terminal', async () => {
  const { text, baseUrl } = await inTerminal('', { NO_COLOR: '1' })
  expect((await fetch(baseUrl + HOSTILE_PATH)).status).toBe(200)
  await waitUntil(() => text().includes('GET query'))
  expect(text()).toContain('GET query a\\u001b[31m\\u009b32m\\u202eb  0 rows')
  expect((await fetch(`${baseUrl}/query?table=failing`)).status).toBe(500)
  await waitUntil(() => text().includes('malformed JSON'))
  expect(text()).toMatch(/error {2}request failed {2}requestId=/)
  // Neither colours, by NO_COLOR, nor anything of the name.
  expect(text()).not.toMatch(/[^\P{C}\n]/u)
})

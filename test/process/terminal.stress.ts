/** The log as JSON lines in a terminal. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { testsThatNeed } from '../support/left-out'
import { waitUntil } from '../support/wait-until'
import { folder, HOSTILE_PATH, HOSTILE_TABLE, inTerminal } from './pseudo-terminal'

const { it } = testsThatNeed('script')

it('has JSON lines with --log-format json, with visible control characters', async () => {
  const { text, baseUrl } = await inTerminal('--log-format json')
  await fetch(baseUrl + HOSTILE_PATH)
  await waitUntil(() => text().includes('"msg":"request"'))
  const line = text()
    .split('\n')
    .find((each) => each.includes('"msg":"request"'))
  expect(line).toMatch(/^[\x20-\x7e]*$/)
  expect(JSON.parse(line ?? '')).toMatchObject({ status: 200, table: HOSTILE_TABLE })
})

it('has JSON lines if only standard output is a terminal', async () => {
  const log = path.join(folder, 'log')
  const { baseUrl } = await inTerminal(`2> "${log}"`)
  await fetch(`${baseUrl}/tables`)
  await waitUntil(() => readFileSync(log, 'utf8').includes('"msg":"request"'))
  for (const line of readFileSync(log, 'utf8').trimEnd().split('\n')) {
    expect(JSON.parse(line)).toMatchObject({ level: 30 })
  }
})

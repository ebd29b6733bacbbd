/** The log with other settings, without a reader and on a full disk, and its warning of permissions. */
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { builtProgram } from '../support/built-program'
import { itOnLinux } from '../support/it-on-linux'
import { waitUntil } from '../support/wait-until'
import { linesOf, parsed } from './log-lines'

const program = builtProgram()
const { serve } = program
afterAll(() => {
  program.clear()
})

it.each([
  ['without colours', {}, '200'],
  ['in colours with FORCE_COLOR', { FORCE_COLOR: '1', TERM: 'xterm' }, '\u001b[32m200\u001b[39m'],
])('has text with --log-format text, %s', async (_case, environment, status) => {
  const { baseUrl, child } = await serve(['--log-format', 'text'], environment)
  const lines = linesOf(child)
  await fetch(`${baseUrl}/query?table=products&limit=3`)
  await waitUntil(() => lines.some((line) => line.includes('GET query')))
  expect(lines.at(-1)).toContain(`  ${status}  GET query `)
})

it('omits requests at the level "error"', async () => {
  const { baseUrl, child } = await serve(['--log-level', 'error'])
  const lines = linesOf(child)
  await fetch(`${baseUrl}/tables`)
  child.kill()
  await once(child, 'exit')
  expect(lines).toEqual([])
})

it('does not block requests when nothing reads it', async () => {
  const { baseUrl } = await serve([])
  const headers = { 'X-Request-Id': 'x'.repeat(128) }
  for (let sent = 0; sent < 1000; sent++) {
    expect((await fetch(`${baseUrl}/tables`, { headers })).status).toBe(200)
  }
}, 60_000)

/** A device of Linux on which every write fails like on a full disk. */
const FULL = '/dev/full'

describe('a log that cannot be written', () => {
  itOnLinux('blocks no requests and no shutdown', async () => {
    const { baseUrl, child } = await serve([], {}, openSync(FULL, 'w'))
    const headers = { 'X-Request-Id': 'x'.repeat(128) }
    // More than one write of the log.
    for (let sent = 0; sent < 100; sent++) {
      expect((await fetch(`${baseUrl}/tables`, { headers })).status).toBe(200)
    }
    child.kill()
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  itOnLinux('does not block a shutdown right after the start', async () => {
    const { child } = await serve([], {}, openSync(FULL, 'w'))
    child.kill()
    expect(await once(child, 'exit')).toEqual([0, null])
  })
})

it('warns of names in permissions that match no table or column', async () => {
  const { child } = await serve([
    '--permissions',
    '{"everyone":{"allow":["products"],"deny":{"products":["prise"]}}}',
  ])
  const lines = linesOf(child)
  const message = 'names in permissions match no table or column: deny products.prise'
  await waitUntil(() => parsed(lines).some(({ msg }) => msg === message))
})

/**
 * Exit statuses of the commands, as built; conformance-command.test.ts and view-command.test.ts call most of them in
 * their own process.
 */
import { builtProgram } from '../support/built-program'
import { freePort } from '../support/free-port'

const { clear, runToEnd } = builtProgram()
afterAll(() => {
  clear()
})

it.each(['conformance', 'view'])('%s --help ends with 0', async (command) => {
  const { code, stdout, stderr } = await runToEnd([command, '--help'])
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toContain('--timeout')
})

it('conformance ends with 2 if nothing listens', async () => {
  const address = `http://127.0.0.1:${await freePort()}`
  const { code, stderr } = await runToEnd(['conformance', address])
  const message = `cannot reach ${address}/tables: connection refused`
  expect([code, stderr]).toEqual([2, `tablequery conformance: ${message}\n`])
})

it('view ends with 1 if a header is given twice, in two spellings', async () => {
  const headers = ['--header', 'X-API-Key: a', '--header', 'x-api-key: b']
  const { code, stderr } = await runToEnd(['view', 'http://127.0.0.1:1', ...headers])
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining('the header x-api-key is given twice'),
  ])
})

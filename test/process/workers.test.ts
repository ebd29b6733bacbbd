/** Several worker processes at one address; workers.stress.ts has rarer ends of them. @long */
import { builtProgram } from '../support/built-program'
import { childrenOf, untilChildren } from '../support/process-family'
import { expectExit, statusOf } from './worker-processes'

const program = builtProgram()
afterAll(() => {
  program.clear()
})

it('continue after one of them crashes, replace it, share the rate limit of a caller, and exit on SIGTERM', async () => {
  const limit = ['--rate-limit', '50', '--rate-limit-window', '3600']
  const { baseUrl, child, line } = await program.serve(['--workers', '2', ...limit])
  expect(line).toBe(`${baseUrl} is ready, try: curl '${baseUrl}/tables'`)
  const [first = 0, ...others] = childrenOf(child.pid)
  expect(others).toHaveLength(1)
  process.kill(first, 'SIGKILL')
  await untilChildren(child.pid, 1)
  for (let sent = 0; sent < 20; sent++) expect(await statusOf(baseUrl)).toBe(200)
  await untilChildren(child.pid, 2)
  expect(childrenOf(child.pid)).not.toContain(first)
  for (let sent = 20; sent < 50; sent++) expect(await statusOf(baseUrl)).toBe(200)
  for (let sent = 50; sent < 60; sent++) expect(await statusOf(baseUrl)).toBe(429)
  await expectExit(child, 'SIGTERM')
}, 60_000)

it('print the reason of a failed start once', async () => {
  const { code, stderr } = await program.runToEnd(['/nope.db', '--workers', '2'])
  expect([code, stderr]).toEqual([1, 'tablequery: no such file: /nope.db\n'])
}, 60_000)

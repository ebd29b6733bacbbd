/** The shutdown on each signal, and on one to all processes. */
import { once } from 'node:events'
import { builtProgram } from '../support/built-program'
import { itOnLinux } from '../support/it-on-linux'
import { familyOf } from '../support/process-family'
import { createSlowDatabase, untilConnectionIsUsed } from './slow-database'

const program = builtProgram()
afterAll(() => {
  program.clear()
})

it.each(['SIGINT', 'SIGTERM'] as const)('ends with status 0 on %s', async (signal) => {
  const { child } = await program.serve([])
  child.kill(signal)
  expect(await once(child, 'exit')).toEqual([0, null])
})

itOnLinux(
  'completes running requests when all processes get the signal, as from systemd',
  async () => {
    const slow = createSlowDatabase(program.folder)
    const { baseUrl, child } = await program.serve([slow, '--metrics', 'true'])
    const running = fetch(`${baseUrl}/query?table=slow`)
    await untilConnectionIsUsed(new URL(baseUrl).origin)
    const exit = once(child, 'exit')
    for (const member of familyOf(child.pid ?? 0)) process.kill(member, 'SIGTERM')
    expect((await running).status).toBe(200)
    expect(await exit).toEqual([0, null])
  },
  30_000,
)

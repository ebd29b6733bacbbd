/** What wrong-connection.test.ts reads in its own process, here with the built program and `--check`. */
import { builtProgram } from '../support/built-program'
import { leaveOutMissingEngines, noEngineHere } from '../support/left-out'
import { withSilentServer } from '../support/silent-server'
import { networkServers } from '../support/test-servers'

const program = builtProgram()
afterAll(() => {
  program.clear()
})

const SECRET = 'hunter2'

it('refuses a Redis that does not listen', async () => {
  const redis = `redis://u:${SECRET}@127.0.0.1:1`
  const args = ['--rate-limit', '1', '--rate-limit-redis', redis]
  const { code, stdout, stderr } = await program.runToEnd(args)
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^tablequery: [^\n]+127\.0\.0\.1:1[^\n]*\n$/)
  expect(stderr).not.toContain(SECRET)
})

it('reports a server that does not respond', async () => {
  await withSilentServer(async (port) => {
    const url = `postgres://u:${SECRET}@127.0.0.1:${port}/db`
    const { code, stderr } = await program.runToEnd([url, '--check', '--connect-timeout', '300'])
    expect([code, stderr]).toEqual([1, `tablequery: no response from 127.0.0.1:${port}\n`])
  })
})

describe('a missing database', () => {
  const servers = networkServers().map(({ name, url }) => ({ name, url }))
  leaveOutMissingEngines('the report of a missing database by `--check`')
  if (servers.length === 0) {
    noEngineHere()
    return
  }
  it.each(servers)('is reported on $name', async ({ url }) => {
    const missing = new URL(url)
    missing.pathname = '/no_such_db'
    const { code, stderr } = await program.runToEnd([missing.href, '--check'])
    expect([code, stderr]).toEqual([1, 'tablequery: no such database: no_such_db\n'])
  })

  for (const { name, url } of servers.filter(({ name }) => name === 'postgres')) {
    it(`the report of the role of callers, on ${name}`, async () => {
      const withRole = (role: string): ReturnType<typeof program.runToEnd> =>
        program.runToEnd([url, '--check', '--database-role', role])
      const missing = await withRole('no_such_role')
      expect([missing.code, missing.stderr]).toEqual([
        1,
        'tablequery: the database role "no_such_role": there is no such role, or the user of the connection may not set it\n',
      ])
      const { code, stdout } = await withRole('pg_monitor')
      expect(code).toBe(0)
      expect(stdout).toMatch(/\nTables that the role pg_monitor can read: \d+\n/)
    })
  }
})

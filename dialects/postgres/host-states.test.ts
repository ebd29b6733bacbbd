/** The states of several hosts: in the output of --check, in the metrics and in the log. */
import { builtProgram, outputOf } from '../../test/support/built-program'
import { describeEachServer } from '../../test/support/describe-each-server'
import { hostOf, urlOfHosts as urlOf } from '../../test/support/several-hosts'
import { waitUntil } from '../../test/support/wait-until'
import { primaryAndStandby } from '../../test/engines/postgres/primary-and-standby'

describeEachServer('postgres', 'the states of several hosts', () => {
  const servers = primaryAndStandby()
  const program = builtProgram()
  afterAll(() => {
    program.clear()
  })

  it('are in the output of --check', async () => {
    const url = urlOf([servers.primary.url, servers.standby.url, 'postgres://127.0.0.1:1'])
    const { code, stdout } = await program.runToEnd([url, '--check'])
    expect(code).toBe(0)
    expect(stdout).toContain(
      [
        'Hosts:',
        `  ${hostOf(servers.primary.url)}: primary, can be used`,
        `  ${hostOf(servers.standby.url)}: standby, 0 ms behind, can be used`,
        '  127.0.0.1:1: cannot be used: nothing listens at 127.0.0.1:1: connection refused',
      ].join('\n'),
    )
  })

  it('are in the metrics and in the log', async () => {
    const [first, second] = [hostOf(servers.primary.url), hostOf(servers.standby.url)]
    const url = urlOf([servers.primary.url, servers.standby.url])
    const { baseUrl, child } = await program.serve([url, '--metrics', 'true'])
    const log = outputOf(child.stderr)
    const metrics = async (): Promise<string> =>
      (await fetch(new URL('/metrics', baseUrl).href)).text()
    await waitUntil(async () => (await metrics()).includes(`{host="${second}"} 0\n`))
    expect(await metrics()).toMatch(
      new RegExp(`^tablequery_host_primary\\{host="${first}"\\} 1$`, 'm'),
    )
    expect(await metrics()).toContain(`tablequery_host_lag_seconds{host="${second}"} 0\n`)
    await servers.primary.kill?.()
    await waitUntil(async () =>
      (await metrics()).includes(`tablequery_host_usable{host="${first}"} 0\n`),
    )
    const health = await fetch(new URL('/readyz', baseUrl).href)
    expect(health.status).toBe(200)
    await servers.primary.resume?.()
    await waitUntil(async () =>
      (await metrics()).includes(`tablequery_host_usable{host="${first}"} 1\n`),
    )
    child.kill()
    const lines = (await log).trim().split('\n')
    const events = lines.map((line) => JSON.parse(line) as { host?: string; msg: string })
    const messages = events.filter(({ host }) => host === first).map(({ msg }) => msg)
    // If the reason changes while the host is down, the log has one more line.
    expect(messages.filter((message, index) => message !== messages[index - 1])).toEqual([
      'the host can be used',
      'the host cannot be used',
      'the host can be used',
    ])
  })
})

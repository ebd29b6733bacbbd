/** Before all tests: starts a server for each engine, or says what to do about the missing ones. */
import path from 'node:path'
import { allServers, startPrivately, type DialectServer } from './all-servers'
import { installBrowser } from './browser'
import { buildPackage } from './built-package'
import type { RunningServer } from './test-server'
import { SERVERS_VARIABLE, type ServerAddress } from './test-servers'

const running: RunningServer[] = []

export default async function startServers(): Promise<void> {
  // No answer may depend on it; this one has half hours and, in March, hours that do not exist.
  process.env['TZ'] = 'America/St_Johns'
  const hook = path.join(__dirname, 'typescript-hook.cjs')
  process.env['NODE_OPTIONS'] = `${process.env['NODE_OPTIONS'] ?? ''} --require "${hook}"`
  const asked = askedServers(allServers())
  const [results, others] = await Promise.all([
    Promise.allSettled(asked.map(start)),
    Promise.allSettled([buildPackage(), installBrowser()]),
  ])
  const failures = results.flatMap((result, index) =>
    result.status === 'rejected' ? [`${asked[index]?.name}: ${String(result.reason)}`] : [],
  )
  for (const result of others) {
    if (result.status === 'fulfilled') continue
    await stopServers()
    throw result.reason
  }
  if (failures.length > 0) {
    await stopServers()
    const names = asked.map(({ name }) => name).join(',')
    throw new Error(
      `${failures.join('\n')}\nTo leave an engine out, name the others: TEST_ENGINES=${names}`,
    )
  }
  const addresses = results.flatMap((result) =>
    result.status === 'fulfilled' ? [result.value] : [],
  )
  process.env[SERVERS_VARIABLE] = JSON.stringify(addresses)
}

export async function stopServers(): Promise<void> {
  await Promise.all(running.splice(0).map((server) => server.stop()))
}

function askedServers(servers: readonly DialectServer[]): DialectServer[] {
  const names = process.env['TEST_ENGINES']?.split(',').map((name) => name.trim())
  if (!names) return [...servers]
  return names.map((name) => {
    const server = servers.find((candidate) => candidate.name === name)
    if (server) return server
    const known = servers.map((candidate) => candidate.name).join(', ')
    throw new Error(`TEST_ENGINES names "${name}"; the engines are ${known}`)
  })
}

async function start(server: DialectServer): Promise<ServerAddress> {
  const { name, dialect, urlVariable } = server
  const given = urlVariable === undefined ? undefined : process.env[urlVariable]
  if (given !== undefined && given !== '') return { name, dialect, url: given }
  const began = Date.now()
  const started = await startPrivately(server)
  running.push(started)
  const seconds = ((Date.now() - began) / 1000).toFixed(1)
  process.stderr.write(`${name} started in ${seconds} s\n`)
  return { name, dialect, url: started.url }
}

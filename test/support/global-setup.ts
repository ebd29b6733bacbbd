/** Runs before all tests: starts a server for each engine, and prints a remedy for missing ones. */
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { allServers, startPrivately, type DialectServer } from './all-servers'
import { buildPackage } from './built-package'
import { announceMissing, missingText, UnavailableError, type Missing } from './left-out'
import { chooseTemporaryFolder } from './temporary-folder'
import { runFolder } from './run-folder'
import { findPrograms } from './test-programs'
import type { RunningServer } from './test-server'
import { SERVERS_VARIABLE, type ServerAddress } from './test-servers'

const running: RunningServer[] = []

export default async function startServers(): Promise<void> {
  chooseTemporaryFolder()
  // Responses must not depend on the time zone. This one has an offset of half an hour, and in March
  // an hour that does not exist.
  process.env['TZ'] = 'America/St_Johns'
  // Each process of Node.js would read the certificates of this file when it starts, which takes longer than the
  // rest of its start. Only the tests of deployments, and of servers that a variable names, may need them.
  const servers = allServers()
  const areNamed = servers.some(({ urlVariable = '' }) => process.env[urlVariable])
  if (process.env['TEST_DEPLOYMENTS'] === undefined && !areNamed) {
    delete process.env['NODE_EXTRA_CA_CERTS']
  }
  const hook = path.join(__dirname, 'typescript-hook.cjs')
  process.env['NODE_OPTIONS'] = `${process.env['NODE_OPTIONS'] ?? ''} --require "${hook}"`
  const requested = requestedServers(servers)
  const [results, [built, programs]] = await Promise.all([
    Promise.allSettled(requested.map(start)),
    Promise.allSettled([buildPackage(), findPrograms()]),
  ])
  try {
    if (built.status === 'rejected') throw built.reason
    if (programs.status === 'rejected') throw programs.reason
    const missing = results.flatMap((result, index) =>
      result.status === 'rejected' ? [missingEngine(requested[index], result.reason)] : [],
    )
    refuseMissing([...missing, ...programs.value])
    mkdirSync(runFolder, { recursive: true })
    announceMissing([...missing, ...programs.value], path.join(runFolder, 'left-out'))
  } catch (error) {
    await stopServers()
    throw error
  }
  const addresses = results.flatMap((result) =>
    result.status === 'fulfilled' ? [result.value] : [],
  )
  process.env[SERVERS_VARIABLE] = JSON.stringify(addresses)
}

/** @throws the error, unless it means that this machine cannot have the engine */
function missingEngine(server: DialectServer | undefined, error: unknown): Missing {
  if (!server || !(error instanceof UnavailableError)) throw error
  const { reason, remedy } = error
  return { kind: 'engine', name: server.name, dialect: server.dialect, reason, remedy }
}

/** In CI everything is required, and elsewhere every engine that TEST_ENGINES names. */
function refuseMissing(missing: readonly Missing[]): void {
  const isRequired = ({ kind }: Missing): boolean =>
    process.env['CI'] === 'true' || (kind === 'engine' && requestedNames() !== undefined)
  const required = missing.filter(isRequired)
  if (required.length > 0) throw new Error(missingText(required))
}

export async function stopServers(): Promise<void> {
  await Promise.all(running.splice(0).map((server) => server.stop()))
}

function requestedServers(servers: readonly DialectServer[]): DialectServer[] {
  const names = requestedNames()
  if (!names) return [...servers]
  return names.map((name) => {
    const server = servers.find((candidate) => candidate.name === name)
    if (server) return server
    const available = servers.map((candidate) => candidate.name).join(', ')
    throw new Error(`TEST_ENGINES names "${name}"; the engines are ${available}`)
  })
}

function requestedNames(): string[] | undefined {
  return process.env['TEST_ENGINES']?.split(',').map((name) => name.trim())
}

async function start(server: DialectServer): Promise<ServerAddress> {
  const { name, dialect, urlVariable } = server
  const url = urlVariable === undefined ? undefined : process.env[urlVariable]
  if (url !== undefined && url !== '') return { name, dialect, url }
  const began = Date.now()
  const started = await startPrivately(server)
  running.push(started)
  const seconds = ((Date.now() - began) / 1000).toFixed(1)
  process.stderr.write(`${name} started in ${seconds} s\n`)
  return { name, dialect, url: started.url }
}

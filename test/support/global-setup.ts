/** Before all tests: starts a server for each engine, and says what to do about the missing ones. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { allServers, startPrivately, type DialectServer } from './all-servers'
import { buildPackage } from './built-package'
import { announceMissing, missingText, UnavailableError, type Missing } from './left-out'
import { findPrograms } from './test-programs'
import type { RunningServer } from './test-server'
import { SERVERS_VARIABLE, type ServerAddress } from './test-servers'

const running: RunningServer[] = []

export default async function startServers(): Promise<void> {
  // No answer may depend on it; this one has half hours and, in March, hours that do not exist.
  process.env['TZ'] = 'America/St_Johns'
  const hook = path.join(__dirname, 'typescript-hook.cjs')
  process.env['NODE_OPTIONS'] = `${process.env['NODE_OPTIONS'] ?? ''} --require "${hook}"`
  const asked = askedServers(allServers())
  const [results, [built, programs]] = await Promise.all([
    Promise.allSettled(asked.map(start)),
    Promise.allSettled([buildPackage(), findPrograms()]),
  ])
  try {
    if (built.status === 'rejected') throw built.reason
    if (programs.status === 'rejected') throw programs.reason
    const missing = results.flatMap((result, index) =>
      result.status === 'rejected' ? [missingEngine(asked[index], result.reason)] : [],
    )
    refuseMissing([...missing, ...programs.value])
    const list = path.join(mkdtempSync(path.join(tmpdir(), 'tablequery-left-out-')), 'list')
    announceMissing([...missing, ...programs.value], list)
  } catch (error) {
    await stopServers()
    throw error
  }
  const addresses = results.flatMap((result) =>
    result.status === 'fulfilled' ? [result.value] : [],
  )
  process.env[SERVERS_VARIABLE] = JSON.stringify(addresses)
}

/** @throws what is no lack of the machine but a fault */
function missingEngine(server: DialectServer | undefined, error: unknown): Missing {
  if (!server || !(error instanceof UnavailableError)) throw error
  const { reason, remedy } = error
  return { kind: 'engine', name: server.name, dialect: server.dialect, reason, remedy }
}

/** A machine that checks changes has all; and an engine that is asked for by name is not left out. */
function refuseMissing(missing: readonly Missing[]): void {
  const isRequired = ({ kind }: Missing): boolean =>
    process.env['CI'] === 'true' || (kind === 'engine' && askedNames() !== undefined)
  const required = missing.filter(isRequired)
  if (required.length > 0) throw new Error(missingText(required))
}

export async function stopServers(): Promise<void> {
  await Promise.all(running.splice(0).map((server) => server.stop()))
}

function askedServers(servers: readonly DialectServer[]): DialectServer[] {
  const names = askedNames()
  if (!names) return [...servers]
  return names.map((name) => {
    const server = servers.find((candidate) => candidate.name === name)
    if (server) return server
    const known = servers.map((candidate) => candidate.name).join(', ')
    throw new Error(`TEST_ENGINES names "${name}"; the engines are ${known}`)
  })
}

function askedNames(): string[] | undefined {
  return process.env['TEST_ENGINES']?.split(',').map((name) => name.trim())
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

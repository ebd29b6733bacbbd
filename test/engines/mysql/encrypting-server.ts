/** Starts a MySQL or MariaDB server that offers TLS, with users whose connections must meet different requirements. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createConnection, type Connection } from 'mysql2/promise'
import type { Authority, Certificate } from '../../support/certificates'
import { recordedConnection } from '../../support/recorded-connection'
import type { RunningServer } from '../../support/test-server'
import { waitUntil } from '../../support/wait-until'
import { startMariadb } from './mariadb'
import { startMysql } from './mysql'

export interface EncryptingServer {
  readonly port: string
  /** Path of the server's socket. */
  readonly socket: string
  /** Uses another certificate. @param names alternative names of the server */
  certify(names: string): Promise<void>
  /** Whether the server refuses every connection without TLS. */
  demandTls(isDemanded: boolean): Promise<void>
  /** Aborts a statement of a connection to this URL, and waits until it has ended. */
  cancelStatement(url: string): Promise<void>
  stop(): Promise<void>
}

/** Password of every user. */
export const PASSWORD = 'hunter2'

interface Kind {
  readonly socket: string
  /** Reads the files of the certificate again. */
  readonly reload: string
  start(folder: string, authority: string, server: Certificate): Promise<RunningServer>
}

const KINDS: Readonly<Record<string, Kind>> = {
  mysql: {
    socket: 'mysql.sock',
    reload: 'alter instance reload tls',
    start: async (folder, authority, { certificate, key }) => {
      const server = await startMysql(folder)
      const connection = await connectTo(server.url)
      for (const [name, file] of [
        ['ca', authority],
        ['cert', certificate],
        ['key', key],
      ]) {
        await connection.query(`set global ssl_${name} = '${file}'`)
      }
      await connection.end()
      return server
    },
  },
  mariadb: {
    socket: 'mariadb.sock',
    reload: 'flush ssl',
    start: (folder, authority, { certificate, key }) =>
      startMariadb(folder, [
        `--ssl-ca=${authority}`,
        `--ssl-cert=${certificate}`,
        `--ssl-key=${key}`,
      ]),
  },
}

const USERS = { anyone: 'none', encrypted: 'ssl', certified: 'x509' } as const

export async function startEncrypting(
  name: string,
  authority: Authority,
): Promise<EncryptingServer> {
  const kind = KINDS[name]
  if (!kind) throw new Error(`cannot start ${name}`)
  const folder = mkdtempSync(path.join(tmpdir(), `tablequery-encrypting-${name}-`))
  chmodSync(folder, 0o755)
  const server = await kind.start(
    folder,
    authority.file,
    await authority.issue(name, 'DNS:localhost'),
  )
  const connection = await connectTo(server.url)
  const run = async (...statements: readonly string[]): Promise<void> => {
    for (const statement of statements) await connection.query(statement)
  }
  await run('create database encrypted')
  for (const [user, requirement] of Object.entries(USERS)) {
    await run(
      `create user ${user}@'%' identified by '${PASSWORD}' require ${requirement}`,
      `create user ${user}@localhost identified by '${PASSWORD}' require ${requirement}`,
      `grant select on encrypted.* to ${user}@'%', ${user}@localhost`,
    )
  }
  return {
    port: new URL(server.url).port,
    socket: path.join(folder, 'data', kind.socket),
    certify: async (names) => {
      await authority.issue(name, names)
      await run(kind.reload)
    },
    demandTls: (isDemanded) =>
      run(`set global require_secure_transport = ${isDemanded ? 'on' : 'off'}`),
    cancelStatement: (url) => cancelStatement(url, connection),
    stop: async () => {
      await connection.end()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function connectTo(url: string): Promise<Connection> {
  return createConnection(url.replace(/^mariadb:/, 'mysql:'))
}

async function cancelStatement(url: string, watcher: Connection): Promise<void> {
  const reader = recordedConnection(url)
  const isRunning = async (): Promise<boolean> => {
    const [rows] = await watcher.query(
      "select 1 from information_schema.processlist where info like 'select sleep(%'",
    )
    return Array.isArray(rows) && rows.length > 0
  }
  try {
    const aborting = new AbortController()
    const reading = reader
      .readRows({ sql: 'select sleep(600)', bindings: [] }, aborting.signal)
      // A cancelled `sleep` returns a row on MySQL, and an error on MariaDB.
      .catch(() => undefined)
    await waitUntil(isRunning)
    aborting.abort(new Error('left'))
    await waitUntil(async () => !(await isRunning()))
    await reading
  } finally {
    await reader.close()
  }
}

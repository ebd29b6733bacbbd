/** Starts a Postgres server that offers TLS, with users whose connections must meet different requirements. */
import { mkdtempSync } from 'node:fs'
import { chmod, chown, copyFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import type { Authority } from '../../support/certificates'
import { startPostgres } from './server'

export interface EncryptingServer {
  readonly port: number
  /** Folder of the server's socket. */
  readonly socketFolder: string
  /** Connects as a user with all privileges, without TLS. */
  readonly url: string
  /** Uses another certificate, or offers no TLS. @param names alternative names of the server */
  certify(names: string | undefined): Promise<void>
  stop(): Promise<void>
}

/** Password of every user. */
export const PASSWORD = 'hunter2'

/** https://www.postgresql.org/docs/current/auth-pg-hba-conf.html */
const RULES = [
  'local all all trust',
  'host all postgres all trust',
  'hostssl all encrypted all scram-sha-256',
  'hostnossl all plain all scram-sha-256',
  'hostssl all certified all cert',
  'host all legacy all md5',
  'host all open all password',
  'host all either all scram-sha-256',
  'host all blocked all reject',
]

const USERS = ['encrypted', 'plain', 'certified', 'legacy', 'open', 'either', 'blocked']

export async function startEncryptingPostgres(authority: Authority): Promise<EncryptingServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-encrypting-'))
  await chmod(folder, 0o755)
  const data = path.join(folder, 'data')
  const server = await startPostgres(folder, {
    unix_socket_directories: data,
    password_encryption: 'scram-sha-256',
  })
  const client = new Client({ connectionString: server.url })
  await client.connect()
  const run = async (...statements: readonly string[]): Promise<void> => {
    for (const statement of statements) await client.query(statement)
  }
  const { uid, gid } = await stat(data)
  const install = async (source: string, name: string): Promise<void> => {
    const target = path.join(data, name)
    await copyFile(source, target)
    await chown(target, uid, gid)
    await chmod(target, 0o600)
  }
  await install(authority.file, 'ca.pem')
  await writeFile(path.join(data, 'pg_hba.conf'), `${RULES.join('\n')}\n`)
  await run(
    "alter system set ssl_ca_file = 'ca.pem'",
    "alter system set ssl_cert_file = 'certificate.pem'",
    "alter system set ssl_key_file = 'key.pem'",
    ...USERS.map((user) => `create role ${user} login password '${PASSWORD}'`),
    "set password_encryption = 'md5'",
    `alter role legacy password '${PASSWORD}'`,
    'create view tls as select ssl, client_dn from pg_stat_ssl where pid = pg_backend_pid()',
    'grant select on tls to public',
    'create database closed',
    'revoke connect on database closed from public',
  )
  const { port } = new URL(server.url)
  return {
    port: Number(port),
    socketFolder: data,
    url: server.url,
    certify: async (names) => {
      if (names !== undefined) {
        const { certificate, key } = await authority.issue('server', names)
        await install(certificate, 'certificate.pem')
        await install(key, 'key.pem')
      }
      await run(`alter system set ssl = ${names === undefined ? 'off' : 'on'}`)
      await reload(client)
    },
    stop: async () => {
      await client.end()
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Waits until the postmaster has read its files: each session reads them after it. */
async function reload(client: Client): Promise<void> {
  const loadTime = async (): Promise<string> => {
    const { rows } = await client.query<{ at: string }>('select pg_conf_load_time()::text as at')
    return rows[0]?.at ?? ''
  }
  const before = await loadTime()
  await client.query('select pg_reload_conf()')
  while ((await loadTime()) === before) await delay(10)
}

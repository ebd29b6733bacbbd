/** Encrypted connections, with certificates of an authority that only these tests trust. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createConnection } from 'mysql2/promise'
import { builtProgram } from '../../test/support/built-program'
import { leaveOutMissingEngines, noEngineHere, testsThatNeed } from '../../test/support/left-out'
import { runCommand } from '../../test/support/run-command'
import { testProgram } from '../../test/support/test-programs'
import type { RunningServer } from '../../test/support/test-server'
import { testServers } from '../../test/support/test-servers'
import { startMariadb } from '../../test/engines/mysql/mariadb'
import { startMysql } from '../../test/engines/mysql/mysql'

const { afterAll, beforeAll, it } = testsThatNeed('openssl')

const program = builtProgram()
const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-certificates-'))
const file = (name: string): string => path.join(folder, name)
const NODE_EXTRA_CA_CERTS = file('ca.pem')

beforeAll(async () => {
  // The servers run as another user.
  chmodSync(folder, 0o755)
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const subject = ['-subj', '/CN=Authority of the tests', '-days', '2']
  await openssl([...request, ...subject, '-keyout', file('ca-key.pem'), '-out', file('ca.pem')])
  await certify('DNS:localhost')
}, 60_000)

afterAll(() => {
  program.clear()
  rmSync(folder, { recursive: true })
})

function openssl(args: readonly string[]): Promise<string> {
  const { path: command, env } = testProgram('openssl')
  return runCommand(command, args, { env: { ...process.env, ...env } })
}

/** Writes a certificate for these names to the files that the servers read. */
async function certify(names: string): Promise<void> {
  writeFileSync(file('names.txt'), `subjectAltName = ${names}\n`)
  const request = ['req', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const subject = ['-subj', '/CN=server', '-keyout', file('key.pem'), '-out', file('request.pem')]
  await openssl([...request, ...subject])
  const signed = ['-in', file('request.pem'), '-out', file('certificate.pem'), '-days', '2']
  const authority = ['-CA', file('ca.pem'), '-CAkey', file('ca-key.pem'), '-CAcreateserial']
  await openssl(['x509', '-req', ...signed, ...authority, '-extfile', file('names.txt')])
  chmodSync(file('key.pem'), 0o644)
}

interface EncryptingServer extends RunningServer {
  readonly reload: string
}

const STARTS: Readonly<Record<string, (data: string) => Promise<EncryptingServer>>> = {
  mysql: async (data) => {
    const server = await startMysql(data)
    await run(server.url, [
      `set global ssl_ca = '${file('ca.pem')}'`,
      `set global ssl_cert = '${file('certificate.pem')}'`,
      `set global ssl_key = '${file('key.pem')}'`,
    ])
    return { ...server, reload: 'alter instance reload tls' }
  },
  mariadb: async (data) => {
    const server = await startMariadb(data, [
      `--ssl-ca=${file('ca.pem')}`,
      `--ssl-cert=${file('certificate.pem')}`,
      `--ssl-key=${file('key.pem')}`,
    ])
    return { ...server, reload: 'flush ssl' }
  },
}

async function run(url: string, statements: readonly string[]): Promise<void> {
  const connection = await createConnection(url.replace(/^mariadb:/, 'mysql:'))
  for (const statement of statements) await connection.query(statement)
  await connection.end()
}

async function startEncrypting(name: string): Promise<EncryptingServer> {
  const data = mkdtempSync(path.join(tmpdir(), `tablequery-encrypting-${name}-`))
  chmodSync(data, 0o755)
  const start = STARTS[name]
  if (!start) throw new Error(`cannot start ${name}`)
  const server = await start(data)
  await run(server.url, ['create database encrypted'])
  const stop = async (): Promise<void> => {
    await server.stop()
    rmSync(data, { recursive: true, force: true })
  }
  return { ...server, stop }
}

const kinds = testServers().filter(({ dialect }) => dialect === 'mysql')

leaveOutMissingEngines('an encrypted connection', 'mysql')

if (kinds.length === 0) noEngineHere()
else {
  const servers = new Map<string, EncryptingServer>()
  // In parallel, because a server takes long to make its data folder.
  beforeAll(async () => {
    await Promise.all(kinds.map(async ({ name }) => servers.set(name, await startEncrypting(name))))
  }, 120_000)
  afterAll(() => Promise.all([...servers.values()].map((server) => server.stop())))

  describe.each(kinds.map(({ name }) => name))('an encrypted connection to %s', (name) => {
    const server = (): EncryptingServer => {
      const started = servers.get(name)
      if (!started) throw new Error(`${name} has not started`)
      return started
    }
    const check = async (host: string, environment?: Record<string, string>): Promise<string> => {
      const url = new URL(server().url)
      url.hostname = host
      url.pathname = '/encrypted'
      url.search = '?ssl=true'
      const { code, stdout, stderr } = await program.runToEnd([url.href, '--check'], environment)
      return `${String(code)} ${code === 0 ? stdout : stderr}`
    }
    const useCertificateFor = (names: string): Promise<void> =>
      certify(names).then(() => run(server().url, [server().reload]))

    it.each([
      ['localhost', 'DNS:localhost'],
      ['127.0.0.1', 'DNS:other.example, IP:127.0.0.1'],
    ])('at %s accepts a certificate for %s', async (host, names) => {
      await useCertificateFor(names)
      expect(await check(host, { NODE_EXTRA_CA_CERTS })).toMatch(/^0 /)
    })

    it.each([
      ['localhost', 'DNS:other.example'],
      ['localhost', 'IP:127.0.0.1'],
      ['127.0.0.1', 'IP:127.0.0.2'],
      // A name does not cover an address, even if it resolves to it.
      ['127.0.0.1', 'DNS:localhost'],
    ])('at %s refuses a certificate for %s', async (host, names) => {
      await useCertificateFor(names)
      const { port } = new URL(server().url)
      expect(await check(host, { NODE_EXTRA_CA_CERTS })).toBe(
        `1 tablequery: the certificate of ${host}:${port} is for another host: connect by a name that it contains\n`,
      )
    })

    it('refuses a certificate of an unknown authority', async () => {
      await useCertificateFor('DNS:localhost')
      const { port } = new URL(server().url)
      expect(await check('localhost')).toBe(
        `1 tablequery: the certificate of localhost:${port} is not issued by an authority ` +
          'that is trusted here (SELF_SIGNED_CERT_IN_CHAIN): name the file of its authority by ssl-ca=FILE\n',
      )
    })
  })
}

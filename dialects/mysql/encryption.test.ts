/** Encrypted connections, with certificates of an authority that only these tests trust. */
import { openDatabase } from '../../src/database/database'
import {
  PASSWORD,
  startEncrypting,
  type EncryptingServer,
} from '../../test/engines/mysql/encrypting-server'
import { builtProgram } from '../../test/support/built-program'
import { createAuthority, type Authority, type Certificate } from '../../test/support/certificates'
import { effort } from '../../test/support/effort'
import { itOnLinux } from '../../test/support/it-on-linux'
import { expectSeconds, untilProbe } from '../../test/support/keep-alive-timers'
import { leaveOutMissingEngines, noEngineHere, testsThatNeed } from '../../test/support/left-out'
import { oneOfEachDialect, testServers } from '../../test/support/test-servers'

const { afterAll, beforeAll, it } = testsThatNeed('openssl')

// On MariaDB alone, because a server takes long to create its data folder; under stress, on MySQL too.
const offered = testServers().filter(({ dialect }) => dialect === 'mysql')
const kinds = effort(oneOfEachDialect(offered), offered)

leaveOutMissingEngines('an encrypted connection', 'mysql')

if (kinds.length === 0) noEngineHere()
else {
  const program = builtProgram()
  const servers = new Map<string, EncryptingServer>()
  let authority: Authority
  let stranger: Authority
  let client: Certificate
  // In parallel, because a server takes long to create its data folder.
  beforeAll(async () => {
    authority = await createAuthority()
    stranger = await createAuthority()
    client = await authority.issue('client')
    await Promise.all(
      kinds.map(async ({ name }) => servers.set(name, await startEncrypting(name, authority))),
    )
  }, 120_000)
  afterAll(async () => {
    program.clear()
    await Promise.all([...servers.values()].map((server) => server.stop()))
    authority.clear()
    stranger.clear()
  })

  describe.each(kinds.map(({ name }) => name))('an encrypted connection to %s', (name) => {
    const server = (): EncryptingServer => {
      const started = servers.get(name)
      if (!started) throw new Error(`${name} has not started`)
      return started
    }

    const urlFor = (user: string, query: string, host = 'localhost'): string =>
      `mysql://${user}:${PASSWORD}@${host}:${server().port}/encrypted?${query
        .replace('OURS', authority.file)
        .replace('OTHER', stranger.file)
        .replace('CERTIFICATE', client.certificate)
        .replace('KEY', client.key)
        .replace('SOCKET', server().socket)}`

    /** @returns the message of the error, or an empty text after success */
    const attempt = async (url: string): Promise<string> => {
      try {
        await (await openDatabase(url)).close()
        return ''
      } catch (error) {
        return error instanceof Error ? error.message : String(error)
      }
    }

    describe('with a certificate for localhost', () => {
      beforeAll(() => server().certify('DNS:localhost'))

      it.each([
        ['anyone', ''],
        ['anyone', 'sslmode=disabled'],
        ['anyone', 'sslmode=required'],
        // The server accepts this user only with TLS.
        ['encrypted', ''],
        ['encrypted', 'sslmode=preferred'],
        ['encrypted', 'ssl-mode=REQUIRED'],
        ['encrypted', 'sslmode=verify-ca&ssl-ca=OURS'],
        ['encrypted', 'ssl-mode=VERIFY_IDENTITY&ssl-ca=OURS'],
        ['encrypted', 'ssl=true&ssl-ca=OURS'],
        ['encrypted', 'ssl-ca=OURS'],
        ['certified', 'sslmode=required&ssl-cert=CERTIFICATE&ssl-key=KEY'],
        ['certified', 'ssl-ca=OURS&ssl-cert=CERTIFICATE&ssl-key=KEY'],
        ['anyone', 'socketPath=SOCKET'],
        ['anyone', 'socket=SOCKET&sslmode=preferred'],
        ['encrypted', 'socket=SOCKET&sslmode=verify-identity&ssl-ca=OURS'],
        ['encrypted', 'socket=SOCKET'],
      ])('%s connects with ?%s', async (user, query) => {
        expect(await attempt(urlFor(user, query))).toBe('')
      })

      it('connects to a socket that is given as the host', async () => {
        const socket = encodeURIComponent(server().socket)
        expect(await attempt(`mysql://anyone:${PASSWORD}@${socket}/encrypted`)).toBe('')
      })

      const untrusted =
        'was not issued by a trusted authority (SELF_SIGNED_CERT_IN_CHAIN): name the file of its authority by ssl-ca=FILE'
      it.each([
        ['anyone', 'ssl=true', untrusted],
        ['anyone', 'sslmode=verify-ca&ssl-ca=OTHER', untrusted],
        ['anyone', 'sslmode=verify-identity&ssl-ca=OTHER', untrusted],
        ['encrypted', 'sslmode=disabled', 'or the user must connect with TLS: ?sslmode=required'],
        ['certified', 'sslmode=required', 'needs a certificate: ?ssl-cert=FILE&ssl-key=FILE'],
        ['certified', '', 'needs a certificate: ?ssl-cert=FILE&ssl-key=FILE'],
        ['anyone', 'ssl-ca=/nope', 'the file of ssl-ca cannot be read: /nope'],
        ['anyone', 'ssl-cert=CERTIFICATE&sslmode=required', 'ssl-cert needs ssl-key'],
        [
          'anyone',
          'ssl-cert=CERTIFICATE&ssl-key=OURS&sslmode=required',
          'the files of ssl-cert, ssl-key cannot be used for TLS',
        ],
        ['anyone', 'socket=/nope', 'there is no socket /nope: is the server running?'],
      ])('%s cannot connect with ?%s', async (user, query, message) => {
        expect(await attempt(urlFor(user, query))).toContain(message)
      })

      it('trusts the authorities of Node.js', async () => {
        const url = urlFor('encrypted', 'ssl=true')
        const environment = { NODE_EXTRA_CA_CERTS: authority.file }
        const { code } = await program.runToEnd([url, '--check'], environment)
        expect(code).toBe(0)
      })

      it('cancels a statement by an encrypted connection', async () => {
        const url = urlFor('encrypted', 'ssl=true&ssl-ca=OURS')
        await expect(server().cancelStatement(url)).resolves.toBeUndefined()
      })

      itOnLinux('is probed after a minute of silence', async () => {
        expectSeconds(await untilProbe(urlFor('encrypted', 'sslmode=required', '127.0.0.1')), 60)
      })

      it('encrypts by default if the server demands TLS', async () => {
        await server().demandTls(true)
        try {
          // MariaDB only denies the access.
          expect(await attempt(urlFor('anyone', 'sslmode=disabled'))).toMatch(
            /demands TLS: add \?sslmode=required|must connect with TLS: \?sslmode=required/,
          )
          expect(await attempt(urlFor('anyone', ''))).toBe('')
        } finally {
          await server().demandTls(false)
        }
      })
    })

    it.each([
      ['localhost', 'DNS:localhost', true],
      ['127.0.0.1', 'DNS:other.example, IP:127.0.0.1', true],
      ['localhost', 'DNS:other.example', false],
      ['localhost', 'IP:127.0.0.1', false],
      ['127.0.0.1', 'IP:127.0.0.2', false],
      // A name in a certificate is not valid for an address, even if it resolves to that address.
      ['127.0.0.1', 'DNS:localhost', false],
    ])('connects to %s with a certificate for %s: %s', async (host, names, isAccepted) => {
      await server().certify(names)
      expect(await attempt(urlFor('anyone', 'ssl=true&ssl-ca=OURS', host))).toBe(
        isAccepted
          ? ''
          : `the certificate of ${host}:${server().port} is for another host: connect by a name that it contains`,
      )
      const issuer = urlFor('anyone', 'sslmode=verify-ca&ssl-ca=OURS', host)
      expect(await attempt(issuer)).toBe('')
    })
  })
}

/** Encrypted connections, with certificates of an authority that only these tests trust. */
import { openDatabase, type Database } from '../../src/database/database'
import {
  PASSWORD,
  startEncryptingPostgres,
  type EncryptingServer,
} from '../../test/engines/postgres/encrypting-server'
import { MODES, OTHER_MODES } from '../../test/engines/postgres/encryption-modes'
import { createAuthority, type Authority, type Certificate } from '../../test/support/certificates'
import { leaveOutMissingEngines, noEngineHere, testsThatNeed } from '../../test/support/left-out'
import { testServers } from '../../test/support/test-servers'
import { effort } from '../../test/support/effort'
import { recordedConnection } from '../../test/support/recorded-connection'
import { waitUntil } from '../../test/support/wait-until'

const { afterAll, beforeAll, it } = testsThatNeed('openssl')

const PAGE = { page: 1, limit: 1, filter: '', sort: [] }

leaveOutMissingEngines('an encrypted connection', 'postgres')

if (!testServers().some(({ dialect }) => dialect === 'postgres')) noEngineHere()
else {
  let authority: Authority
  let stranger: Authority
  let client: Certificate
  let server: EncryptingServer
  beforeAll(async () => {
    authority = await createAuthority()
    stranger = await createAuthority()
    client = await authority.issue('certified')
    server = await startEncryptingPostgres(authority)
    await server.certify('DNS:localhost')
  }, 60_000)
  afterAll(async () => {
    await server.stop()
    authority.clear()
    stranger.clear()
  })

  const urlFor = (user: string, query: string, host = 'localhost', password = PASSWORD): string =>
    `postgres://${user}:${password}@${host}:${server.port}/postgres?${query
      .replace('OURS', authority.file)
      .replace('OTHER', stranger.file)
      .replace('CERTIFICATE', client.certificate)
      .replace('KEY', client.key)}`

  const using = async <Result>(
    url: string,
    work: (database: Database) => Promise<Result>,
  ): Promise<Result> => {
    const database = await openDatabase(url)
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  }

  /** @returns whether the session is encrypted, or the message of the error */
  const attempt = (url: string): Promise<unknown> =>
    using(url, async ({ tables }) => {
      const { rows } = await tables.query({ ...PAGE, table: 'tls' })
      return rows[0]?.[0] === 't'
    }).catch((error: unknown) => (error instanceof Error ? error.message : error))

  describe('with a certificate for localhost', () => {
    it.each(effort(MODES, [...MODES, ...OTHER_MODES]))(
      '%s connects with ?%s',
      async (user, query, isEncrypted) => {
        expect(await attempt(urlFor(user, query))).toBe(isEncrypted)
      },
    )

    it.each([
      [
        'either',
        'sslmode=verify-full&sslrootcert=OTHER',
        'was not issued by a trusted authority (SELF_SIGNED_CERT_IN_CHAIN): name the file of its authority by sslrootcert=FILE',
      ],
      ['either', 'sslmode=verify-ca&sslrootcert=OTHER', 'was not issued by a trusted authority'],
      ['either', 'sslmode=require&sslrootcert=OTHER', 'was not issued by a trusted authority'],
      ['either', 'sslmode=verify-full', 'was not issued by a trusted authority'],
      ['either', 'sslrootcert=system', 'was not issued by a trusted authority'],
      [
        'encrypted',
        'sslmode=disable',
        'from here without TLS: add ?sslmode=require, or better verify-full',
      ],
      [
        'plain',
        'sslmode=require',
        'does not allow user "plain" to use the database "postgres" from here',
      ],
      [
        'certified',
        'sslmode=require',
        'if it demands a client certificate, ?sslcert=FILE&sslkey=FILE',
      ],
      ['certified', '', 'if it demands a client certificate, ?sslcert=FILE&sslkey=FILE'],
      ['either', 'sslmode=disable&channel_binding=require', 'channel_binding=require needs TLS'],
      ['legacy', 'sslmode=require&channel_binding=require', 'channel_binding=require demands'],
      ['open', 'sslmode=require&channel_binding=require', 'channel_binding=require demands'],
      ['certified', 'sslcert=/nope&sslkey=KEY', 'the file of sslcert cannot be read: /nope'],
      ['certified', 'sslcert=CERTIFICATE', 'sslcert needs sslkey'],
      [
        'certified',
        'sslcert=CERTIFICATE&sslkey=OURS',
        'the files of sslcert, sslkey cannot be used for TLS',
      ],
    ])('%s cannot connect with ?%s', async (user, query, message) => {
      expect(await attempt(urlFor(user, query))).toContain(message)
    })

    it('fails with a certificate for another user', async () => {
      const query = 'sslmode=require&sslcert=CERTIFICATE&sslkey=KEY'
      expect(await attempt(urlFor('certified', query).replace('certified:', 'other:'))).toMatch(
        /does not accept the login of user "other"|does not allow user "other"/,
      )
    })

    it('fails with a host that the certificate lacks, except with verify-ca', async () => {
      const full = await attempt(
        urlFor('either', 'sslmode=verify-full&sslrootcert=OURS', '127.0.0.1'),
      )
      expect(full).toBe(
        `the certificate of 127.0.0.1:${server.port} is for another host: connect by a name that it contains`,
      )
      const issuer = urlFor('either', 'sslmode=verify-ca&sslrootcert=OURS', '127.0.0.1')
      expect(await attempt(issuer)).toBe(true)
    })

    it('cancels a statement by an encrypted request', async () => {
      const reader = recordedConnection(urlFor('encrypted', 'sslmode=verify-full&sslrootcert=OURS'))
      const watcher = recordedConnection(server.url)
      const running = async (): Promise<number> => {
        const sql = `select count(*) from pg_stat_activity
          where usename = 'encrypted' and state = 'active'`
        return Number((await watcher.readRows({ sql, bindings: [] }))[0]?.[0])
      }
      try {
        const aborting = new AbortController()
        const sql = 'select count(*) from generate_series(1, 10000000000)'
        const reading = reader.readRows({ sql, bindings: [] }, aborting.signal)
        await waitUntil(async () => (await running()) > 0)
        aborting.abort(new Error('left'))
        await expect(reading).rejects.toThrow('left')
        await waitUntil(async () => (await running()) === 0)
      } finally {
        await reader.close()
        await watcher.close()
      }
    })
  })

  describe('the login', () => {
    const needsPassword =
      'needs a password: write postgres://USER:PASSWORD@HOST/DATABASE, set PGPASSWORD, or '
    it.each([
      ['either', ':wrong', 'postgres', 'wrong password for user "either"'],
      ['legacy', ':wrong', 'postgres', 'wrong password for user "legacy"'],
      ['either', '', 'postgres', `user "either" ${needsPassword}`],
      ['legacy', '', 'postgres', `user "legacy" ${needsPassword}`],
      ['open', '', 'postgres', `user "open" ${needsPassword}`],
      ['either', `:${PASSWORD}`, 'missing', 'no such database: missing'],
      ['blocked', `:${PASSWORD}`, 'postgres', 'does not allow user "blocked" to use'],
      [
        'either',
        `:${PASSWORD}`,
        'closed',
        'user "either" may not use the database "closed": grant connect on database "closed" to "either"',
      ],
    ])('of %s%s to %s is explained', async (user, password, database, message) => {
      const failure = await attempt(
        `postgres://${user}${password}@localhost:${server.port}/${database}`,
      )
      expect(failure).toContain(message)
    })

    it('of a user that does not exist is explained', async () => {
      const folder = encodeURIComponent(server.socketFolder)
      expect(await attempt(`postgres://ghost@${folder}:${server.port}/postgres`)).toBe(
        'there is no user "ghost" who may log in',
      )
    })
  })

  describe('with a socket', () => {
    it.each(effort(['sslmode=verify-full'], ['sslmode=prefer', 'sslmode=verify-full']))(
      'connects with ?%s',
      async (query) => {
        const folder = encodeURIComponent(server.socketFolder)
        for (const url of [
          `postgres://postgres@${folder}:${server.port}/postgres?${query}`,
          `postgres://postgres@/postgres?host=${folder}&port=${server.port}&${query}`,
        ]) {
          expect(await attempt(url)).toBe(false)
        }
      },
    )
  })

  describe('without TLS on the server', () => {
    beforeAll(() => server.certify(undefined))

    it.each([
      ['either', ''],
      ['either', 'sslmode=prefer'],
      ['plain', 'sslmode=allow'],
    ])('%s connects with ?%s', async (user, query) => {
      expect(await attempt(urlFor(user, query))).toBe(false)
    })

    it.each([['require'], ['verify-ca&sslrootcert=OURS'], ['verify-full']])(
      'sslmode=%s fails',
      async (mode) => {
        expect(await attempt(urlFor('either', `sslmode=${mode}`))).toBe(
          `localhost:${server.port} offers no TLS: configure it there, or allow connections without it by sslmode=prefer`,
        )
      },
    )

    it('channel_binding=require fails', async () => {
      expect(await attempt(urlFor('either', 'channel_binding=require'))).toBe(
        `localhost:${server.port} offers no TLS: configure it there, or remove channel_binding=require`,
      )
    })

    it('reports a wrong password, not the missing encryption', async () => {
      expect(await attempt(urlFor('either', 'sslmode=prefer', 'localhost', 'wrong'))).toBe(
        'wrong password for user "either"',
      )
    })
  })
}

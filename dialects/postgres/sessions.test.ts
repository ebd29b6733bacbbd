/** The reuse of sessions, which the process ids of the server show. @long */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import type { ConnectionOptions } from '../../src/dialect/dialect'
import { ResultTooLargeError } from '../../src/dialect/result-size'
import {
  ConnectTimeoutError,
  isConnectFailure,
  SilentDatabaseError,
  StatementTimeoutError,
} from '../../src/dialect/sessions/session-errors'
import { describeEachServer } from '../../test/support/describe-each-server'
import { recordedConnection, type RecordedConnection } from '../../test/support/recorded-connection'
import { silentProxy } from '../../test/support/silent-proxy'
import { withSilentServer } from '../../test/support/silent-server'

const PROCESS = 'pg_backend_pid()'

/** Number of sessions that the tests use at once. Statements of unknown duration may use half of a pool. */
const USED = 3

/** Key of an advisory lock. */
const LOCK = 20261

async function withConnection(
  url: string,
  options: Partial<ConnectionOptions>,
  test: (connection: RecordedConnection) => Promise<void>,
): Promise<void> {
  const connection = recordedConnection(url, options)
  try {
    await test(connection)
  } finally {
    await connection.close()
  }
}

const read = (
  { readRows }: Pick<RecordedConnection, 'readRows'>,
  text: string,
  signal?: AbortSignal,
): Promise<unknown[][]> => readRows({ sql: text, bindings: [] }, signal)

const processOf = async (connection: RecordedConnection): Promise<unknown> =>
  (await read(connection, `select ${PROCESS}`))[0]?.[0]

/** Starts a proxy that forwards no more bytes to the server once it is ready for queries. */
async function silentOnceReady(databaseUrl: string): Promise<{ url: string; stop(): void }> {
  const { hostname, port } = new URL(databaseUrl)
  const sockets: Socket[] = []
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    sockets.push(client, upstream)
    for (const socket of [client, upstream]) socket.on('error', () => undefined)
    client.pipe(upstream)
    upstream.on('data', (data: Buffer) => {
      client.write(data)
      // ReadyForQuery: `Z`, the length 5, and `I` for idle.
      // https://www.postgresql.org/docs/current/protocol-message-formats.html
      if (data.subarray(-6).equals(Buffer.from('Z\0\0\0\x05I'))) client.unpipe(upstream)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const stop = (): void => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { url: url.href, stop }
}

describeEachServer('postgres', 'sessions', (server) => {
  const url = server.url.href

  async function withOwner<Result>(work: (owner: Client) => Promise<Result>): Promise<Result> {
    const owner = new Client({ connectionString: url })
    await owner.connect()
    return work(owner).finally(() => owner.end())
  }

  const untilActive = (process: unknown): Promise<void> =>
    withOwner(async (owner) => {
      const active = `select from pg_stat_activity where pid = $1 and state = 'active'`
      while ((await owner.query(active, [process])).rowCount === 0) await delay(10)
    })

  /** Uses `USED` sessions at once: each statement waits for a lock until all of them run. */
  const processesOf = (connection: RecordedConnection): Promise<Set<unknown>> =>
    withOwner(async (owner) => {
      await owner.query('select pg_advisory_lock($1)', [LOCK])
      const statement = `select ${PROCESS}, pg_advisory_xact_lock_shared(${LOCK})`
      const reads = Promise.all(Array.from({ length: USED }, () => read(connection, statement)))
      const waiting = `select from pg_locks
        where locktype = 'advisory' and objid = $1 and not granted`
      const untilAllWait = async (): Promise<void> => {
        while ((await owner.query(waiting, [LOCK])).rowCount !== USED) await delay(10)
        await owner.query('select pg_advisory_unlock($1)', [LOCK])
      }
      await Promise.race([untilAllWait(), reads])
      return new Set((await reads).map(([row]) => row?.[0]))
    })

  it('are reused after a statement, an error and a timeout', async () => {
    await withConnection(url, { poolSize: 1, statementTimeout: 300 }, async (connection) => {
      const first = await processOf(connection)
      await expect(read(connection, 'select 1 / 0')).rejects.toThrow('division by zero')
      expect(await processOf(connection)).toBe(first)
      const late = read(connection, 'select pg_sleep(60)')
      await expect(late).rejects.toBeInstanceOf(StatementTimeoutError)
      expect(await processOf(connection)).toBe(first)
    })
  })

  it('are not reused after a cancel request, which may arrive late', async () => {
    await withConnection(url, { poolSize: 1 }, async (connection) => {
      const first = await processOf(connection)
      const request = new AbortController()
      const reason = new Error('the client has left')
      const aborted = read(connection, 'select pg_sleep(60)', request.signal)
      // An abort before the statement runs would send no cancel request.
      await untilActive(first)
      request.abort(reason)
      await expect(aborted).rejects.toBe(reason)
      expect(await processOf(connection)).not.toBe(first)
    })
  })

  it('are not reused after a result that is too large', async () => {
    await withConnection(url, { poolSize: 1, maxBytes: 1000 }, async (connection) => {
      const first = await processOf(connection)
      const large = read(connection, `select repeat('x', 100) from generate_series(1, 100000)`)
      await expect(large).rejects.toBeInstanceOf(ResultTooLargeError)
      expect(await processOf(connection)).not.toBe(first)
    })
  })

  it('are replaced after 200 prepared statements, whose plans take memory of the server', async () => {
    await withConnection(url, { poolSize: 1 }, async (connection) => {
      const processes = new Map<unknown, number>()
      for (let number = 0; number < 300; number++) {
        const [[process] = []] = await read(connection, `select ${PROCESS}, ${number}`)
        processes.set(process, (processes.get(process) ?? 0) + 1)
      }
      expect([...processes.values()]).toEqual([200, 100])
    })
  })

  it('are all replaced when one stops responding', async () => {
    const proxy = await silentProxy(url)
    const options = { poolSize: 2 * USED, statementTimeout: 1000 }
    try {
      await withConnection(proxy.url, options, async (connection) => {
        const before = await processesOf(connection)
        expect(before.size).toBe(USED)
        proxy.stopForwarding()
        const silent = read(connection, 'select 1')
        await expect(silent).rejects.toBeInstanceOf(SilentDatabaseError)
        proxy.forwardAgain()
        const began = Date.now()
        const after = await processesOf(connection)
        // The pool does not wait for the other sessions to time out.
        expect(Date.now() - began).toBeLessThan(4000)
        expect(after.size).toBe(USED)
        for (const process of before) expect(after).not.toContain(process)
      })
    } finally {
      await proxy.close()
    }
  })

  it('fail after the connect timeout if the server does not accept them', async () => {
    await withSilentServer(async (port) => {
      const silent = `postgres://u:p@127.0.0.1:${port}/d`
      await withConnection(silent, { connectTimeout: 500 }, async (connection) => {
        const began = Date.now()
        const failure: unknown = await processOf(connection).catch((error: unknown) => error)
        expect(failure).toBeInstanceOf(ConnectTimeoutError)
        expect(isConnectFailure(failure)).toBe(true)
        expect(Date.now() - began).toBeLessThan(2500)
      })
    })
  })

  it('fail after the connect timeout if the server stops responding during the setup', async () => {
    const proxy = await silentOnceReady(url)
    try {
      await withConnection(proxy.url, { connectTimeout: 500 }, async (connection) => {
        await expect(processOf(connection)).rejects.toBeInstanceOf(ConnectTimeoutError)
        // `close` does not wait for a session.
        const began = Date.now()
        await connection.close()
        expect(Date.now() - began).toBeLessThan(1500)
      })
    } finally {
      proxy.stop()
    }
  })

  it('are shared by all statements if the server allows fewer than the pool size', async () => {
    const role = `few_${process.pid}`
    await withOwner((owner) => owner.query(`create role ${role} login connection limit 2`))
    const limited = new URL(url)
    limited.username = role
    try {
      await withConnection(limited.href, { poolSize: 10 }, async (connection) => {
        const statement = `select ${PROCESS}, pg_sleep(0.01)`
        const all = Array.from({ length: 60 }, () => read(connection, statement))
        const processes = (await Promise.all(all)).map(([row]) => row?.[0])
        expect(new Set(processes).size).toBeLessThanOrEqual(2)
      })
    } finally {
      await withOwner((owner) => owner.query(`drop role ${role}`))
    }
  })

  it('fail with the error of the server if it refuses them', async () => {
    const wrong = new URL(url)
    wrong.pathname = '/no_such_db'
    await withConnection(wrong.href, {}, async (connection) => {
      const failure: unknown = await processOf(connection).catch((error: unknown) => error)
      expect(failure).toHaveProperty('code', '3D000')
      expect(isConnectFailure(failure)).toBe(true)
    })
  })
})

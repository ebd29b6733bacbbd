/** Which sessions are lent again, seen by the processes that the server has for them. */
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
const POOL = 3

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

/** All sessions at once: each of these statements takes long enough to meet the others. */
async function processesOf(connection: RecordedConnection): Promise<Set<unknown>> {
  const all = Array.from({ length: POOL }, () =>
    read(connection, `select ${PROCESS}, pg_sleep(0.3)`),
  )
  return new Set((await Promise.all(all)).map(([row]) => row?.[0]))
}

/** Passes all bytes on until the server has said that it is ready, and none from then on. */
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
      // The end of a message of five bytes more: `Z`, its length, and `I` for idle.
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

  async function untilActive(process: unknown): Promise<void> {
    const owner = new Client({ connectionString: url })
    await owner.connect()
    const active = `select from pg_stat_activity where pid = $1 and state = 'active'`
    while ((await owner.query(active, [process])).rowCount === 0) await delay(10)
    await owner.end()
  }

  it('are lent again after a statement, and after one that fails or is late', async () => {
    await withConnection(url, { poolSize: 1, statementTimeout: 300 }, async (connection) => {
      const first = await processOf(connection)
      await expect(read(connection, 'select 1 / 0')).rejects.toThrow('division by zero')
      expect(await processOf(connection)).toBe(first)
      const late = read(connection, 'select pg_sleep(60)')
      await expect(late).rejects.toBeInstanceOf(StatementTimeoutError)
      expect(await processOf(connection)).toBe(first)
    })
  })

  it('are not lent again after a cancel, which may arrive late', async () => {
    await withConnection(url, { poolSize: 1 }, async (connection) => {
      const first = await processOf(connection)
      const leaving = new AbortController()
      const reason = new Error('the client has left')
      const left = read(connection, 'select pg_sleep(60)', leaving.signal)
      // Else it is told before it has asked anything.
      await untilActive(first)
      leaving.abort(reason)
      await expect(left).rejects.toBe(reason)
      expect(await processOf(connection)).not.toBe(first)
    })
  })

  it('are not lent again after a result that was cut off', async () => {
    await withConnection(url, { poolSize: 1, maxBytes: 1000 }, async (connection) => {
      const first = await processOf(connection)
      const large = read(connection, `select repeat('x', 100) from generate_series(1, 100000)`)
      await expect(large).rejects.toBeInstanceOf(ResultTooLargeError)
      expect(await processOf(connection)).not.toBe(first)
    })
  })

  it('are replaced before the plans of their statements fill the memory of the server', async () => {
    await withConnection(url, { poolSize: 1 }, async (connection) => {
      const processes = new Map<unknown, number>()
      for (let number = 0; number < 300; number++) {
        const [[process] = []] = await read(connection, `select ${PROCESS}, ${number}`)
        processes.set(process, (processes.get(process) ?? 0) + 1)
      }
      expect([...processes.values()]).toEqual([200, 100])
    })
  })

  it('are all replaced when one falls silent', async () => {
    const proxy = await silentProxy(url)
    const options = { poolSize: POOL, statementTimeout: 1000 }
    try {
      await withConnection(proxy.url, options, async (connection) => {
        const before = await processesOf(connection)
        expect(before.size).toBe(POOL)
        proxy.fallSilent()
        const silent = read(connection, 'select 1')
        await expect(silent).rejects.toBeInstanceOf(SilentDatabaseError)
        proxy.heal()
        const began = Date.now()
        const after = await processesOf(connection)
        // None of the others has to be waited for.
        expect(Date.now() - began).toBeLessThan(4000)
        expect(after.size).toBe(POOL)
        for (const process of before) expect(after).not.toContain(process)
      })
    } finally {
      await proxy.close()
    }
  })

  it('have each statement of a transaction take as long as it may', async () => {
    // Two of them are longer than what one gets, with the time to be stopped.
    const seconds = 4
    await withConnection(
      url,
      { statementTimeout: 1000 * seconds },
      async ({ withRole, builder }) => {
        const rows = await withRole?.({ role: server.url.username, claims: '{}' }).withCatalogue(
          async (catalogue) => {
            for (let times = 0; times < 3; times++) {
              await catalogue.readRows(builder.raw('select pg_sleep(?)', [seconds - 0.5]))
            }
            return catalogue.readRows(builder.raw('select ?::text as said', ['done']))
          },
        )
        expect(rows).toEqual([{ said: 'done' }])
      },
    )
  })

  it('are not waited for longer than there is time to open one', async () => {
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

  it('are not waited for longer when the server falls silent while they are set up', async () => {
    const proxy = await silentOnceReady(url)
    try {
      await withConnection(proxy.url, { connectTimeout: 500 }, async (connection) => {
        await expect(processOf(connection)).rejects.toBeInstanceOf(ConnectTimeoutError)
        // Nothing is left open that a close would wait for.
        const began = Date.now()
        await connection.close()
        expect(Date.now() - began).toBeLessThan(1500)
      })
    } finally {
      proxy.stop()
    }
  })

  it('that cannot be opened fail by what the server says', async () => {
    const wrong = new URL(url)
    wrong.pathname = '/no_such_db'
    await withConnection(wrong.href, {}, async (connection) => {
      const failure: unknown = await processOf(connection).catch((error: unknown) => error)
      expect(failure).toHaveProperty('code', '3D000')
      expect(isConnectFailure(failure)).toBe(true)
    })
  })
})

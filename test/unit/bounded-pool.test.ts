import { BoundedPool, type PoolLimits } from '../../src/dialect/sessions/bounded-pool'
import { ConnectTimeoutError, OverloadedError } from '../../src/dialect/sessions/session-errors'
import type { SessionFactory } from '../../src/dialect/sessions/session-supply'

interface FakeSession {
  readonly number: number
  isFit: boolean
  isEnded: boolean
}

/** Every test moves the time itself. */
beforeEach(() => void jest.useFakeTimers({ doNotFake: ['setImmediate'] }))
afterEach(() => void jest.useRealTimers())

const LIMITS: PoolLimits = {
  ...{ minIdle: 0, max: 2, maxWaiting: 3 },
  ...{ connectTimeout: 10_000, idleTimeout: 0 },
}

interface Opened {
  readonly pool: BoundedPool<FakeSession>
  /** All sessions, in the order in which they were opened. */
  readonly sessions: FakeSession[]
}

function open(
  limits: Partial<PoolLimits> = {},
  factory: Partial<SessionFactory<FakeSession>> = {},
): Opened {
  const sessions: FakeSession[] = []
  const pool = new BoundedPool<FakeSession>(
    { ...LIMITS, ...limits },
    {
      create: () => {
        const session = { number: sessions.length, isFit: true, isEnded: false }
        sessions.push(session)
        return Promise.resolve(session)
      },
      isAtLimit: () => false,
      isFit: ({ isFit }) => isFit,
      destroy: (session) => {
        session.isEnded = true
        return Promise.resolve()
      },
      ...factory,
    },
  )
  return { pool, sessions }
}

const acquire = async (
  { pool }: Opened,
  statement = 'select 1',
  signal?: AbortSignal,
): Promise<FakeSession> => pool.acquire({ statement, caller: '', signal })

/** Makes the statement's kind short. */
async function measure(opened: Opened, statement = 'select 1'): Promise<void> {
  opened.pool.release(await acquire(opened, statement), true)
}

it('opens sessions up to the maximum, and lends the one that was used last', async () => {
  const opened = open()
  await measure(opened)
  const [first, second] = [await acquire(opened), await acquire(opened)]
  expect([first.number, second.number]).toEqual([0, 1])
  opened.pool.release(first, true)
  opened.pool.release(second, true)
  expect(opened.pool.state()).toEqual({ used: 0, free: 2, waiting: 0 })
  expect(await acquire(opened)).toBe(second)
})

it('lends a released session to the request that waits', async () => {
  const opened = open({ max: 1 })
  await measure(opened)
  const session = await acquire(opened)
  const waiting = acquire(opened)
  expect(opened.pool.state()).toEqual({ used: 1, free: 0, waiting: 1 })
  opened.pool.release(session, true)
  expect(await waiting).toBe(session)
})

it('replaces a session that is no longer fit', async () => {
  const opened = open()
  await measure(opened)
  const [first] = opened.sessions
  if (first) first.isFit = false
  expect((await acquire(opened)).number).toBe(1)
  expect(first?.isEnded).toBe(true)
})

it('keeps sessions for short statements while others run', async () => {
  const opened = open({ max: 4 })
  await measure(opened)
  const unmeasured = await acquire(opened, 'slow')
  const waiting = acquire(opened, 'slow')
  expect(opened.pool.state()).toMatchObject({ used: 1, waiting: 1 })
  const short = await Promise.all([1, 2, 3].map(() => acquire(opened)))
  expect(opened.pool.state()).toMatchObject({ used: 4, waiting: 1 })
  for (const session of short) opened.pool.release(session, true)
  // The statement that still runs shows that its kind is long, and half of the sessions may run those.
  expect(short).toContain(await waiting)
  const third = acquire(opened, 'slow')
  expect(opened.pool.state()).toMatchObject({ used: 2, waiting: 1 })
  opened.pool.release(unmeasured, true)
  expect(await third).toBe(unmeasured)
})

it.each([
  { ends: 'with a result', isComplete: true, waiting: 0 },
  { ends: 'without a result, as if its client had disconnected', isComplete: false, waiting: 1 },
])('after statements that end early $ends, $waiting of the next two wait', async (row) => {
  const opened = open()
  await measure(opened)
  const both = [await acquire(opened), await acquire(opened)]
  for (const session of both) opened.pool.release(session, true)
  const medium = await acquire(opened, 'slow')
  await jest.advanceTimersByTimeAsync(100)
  opened.pool.release(medium, true)
  for (let times = 0; times < 5; times++) {
    opened.pool.release(await acquire(opened, 'slow'), row.isComplete)
  }
  await acquire(opened, 'slow')
  void acquire(opened, 'slow').catch(() => undefined)
  expect(opened.pool.state()).toMatchObject({ waiting: row.waiting })
  void opened.pool.close()
})

describe('a request that waits', () => {
  const reason = new Error('the client has disconnected')

  it('leaves the queue when it is aborted', async () => {
    const opened = open({ max: 1 })
    const session = await acquire(opened)
    const controller = new AbortController()
    const aborted = acquire(opened, 'select 1', controller.signal)
    const next = acquire(opened)
    controller.abort(reason)
    await expect(aborted).rejects.toBe(reason)
    expect(opened.pool.state().waiting).toBe(1)
    opened.pool.release(session, true)
    expect(await next).toBe(session)
  })

  it('fails after the connect timeout', async () => {
    const opened = open({ max: 1 })
    await acquire(opened)
    const error = acquire(opened).catch((reason: unknown) => reason)
    await jest.advanceTimersByTimeAsync(LIMITS.connectTimeout)
    expect(opened.pool.state().waiting).toBe(0)
    expect(await error).toEqual(new OverloadedError('all connections are in use'))
  })

  it('fails after the connect timeout if no session could be opened', async () => {
    const opened = open({}, { create: () => new Promise(() => undefined) })
    const error = acquire(opened).catch((reason: unknown) => reason)
    await jest.advanceTimersByTimeAsync(LIMITS.connectTimeout)
    expect(await error).toBeInstanceOf(ConnectTimeoutError)
  })

  it('fails when the pool is closed', async () => {
    const opened = open({ max: 1 })
    const session = await acquire(opened)
    const waiting = acquire(opened)
    const closing = opened.pool.close()
    await expect(waiting).rejects.toThrow('the connection is closed')
    await expect(acquire(opened)).rejects.toThrow('the connection is closed')
    expect(session.isEnded).toBe(false)
    opened.pool.release(session, true)
    await closing
    expect(session.isEnded).toBe(true)
  })
})

describe('a request is refused at once', () => {
  it('if too many wait', async () => {
    const opened = open({ max: 1, maxWaiting: 1 })
    const session = await acquire(opened)
    expect(opened.pool.load()).toBe('busy')
    const waiting = acquire(opened)
    expect(opened.pool.load()).toBe('full')
    await expect(acquire(opened)).rejects.toBeInstanceOf(OverloadedError)
    opened.pool.release(session, true)
    opened.pool.release(await waiting, true)
    expect(opened.pool.load()).toBe('free')
  })

  it('if none may wait, but not while a session can be opened', async () => {
    const opened = open({ max: 1, maxWaiting: 0 })
    await acquire(opened)
    await expect(acquire(opened)).rejects.toBeInstanceOf(OverloadedError)
  })
})

it('fails one request for each session that cannot be opened, and retries for the others', async () => {
  let failures = 0
  const failure = new Error('refused')
  const session = { number: 0, isFit: true, isEnded: false }
  const opened = open(
    { max: 1 },
    { create: () => (failures++ === 0 ? Promise.reject(failure) : Promise.resolve(session)) },
  )
  const [first, second] = [acquire(opened), acquire(opened)]
  await expect(first).rejects.toBe(failure)
  await jest.advanceTimersByTimeAsync(200)
  expect(await second).toBe(session)
})

it('shares its sessions if the server refuses more', async () => {
  let attempts = 0
  const session = { number: 0, isFit: true, isEnded: false }
  const opened = open(
    { max: 2 },
    {
      create: () =>
        attempts++ === 0 ? Promise.resolve(session) : Promise.reject(new Error('full')),
      isAtLimit: () => true,
    },
  )
  await measure(opened)
  await acquire(opened)
  const both = [acquire(opened), acquire(opened)]
  await new Promise(setImmediate)
  for (const waiting of both) {
    opened.pool.release(session, true)
    expect(await waiting).toBe(session)
  }
  expect(attempts).toBe(2)
  // Without a session in use, no session will become free, so the request fails.
  session.isFit = false
  const error = acquire(opened).catch((reason: unknown) => reason)
  opened.pool.release(session, true)
  await jest.advanceTimersByTimeAsync(200)
  expect(await error).toEqual(new Error('full'))
})

it('closes idle sessions above the minimum', async () => {
  const opened = open({ minIdle: 1, idleTimeout: 5000 })
  await measure(opened)
  const both = [await acquire(opened), await acquire(opened)]
  for (const session of both) opened.pool.release(session, true)
  await jest.advanceTimersByTimeAsync(4999)
  expect(opened.pool.state().free).toBe(2)
  // Idle sessions are looked for once a second.
  await jest.advanceTimersByTimeAsync(1000)
  expect(opened.sessions.map(({ isEnded }) => isEnded)).toEqual([true, false])
  await opened.pool.close()
  expect(opened.sessions.map(({ isEnded }) => isEnded)).toEqual([true, true])
})

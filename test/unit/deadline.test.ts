import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Deadline } from '../../src/dialect/sessions/deadline'

const late = (): Error => new Error('late')
const silence = (): Promise<never> => new Promise(() => undefined)

/** Lets each timer of the deadline expire, and the turn of the event loop pass that follows it. */
async function letTimersExpire(): Promise<void> {
  await jest.advanceTimersByTimeAsync(1000)
  await nextTurn()
}

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'clearImmediate'] })
})
afterEach(() => {
  jest.useRealTimers()
})

it('returns the result of work that ends in time, and clears its timer', async () => {
  const expire = jest.fn(late)
  const broken = Promise.reject(new Error('broken'))
  expect(await new Deadline(100, expire).limit(Promise.resolve('done'))).toBe('done')
  await expect(new Deadline(100, expire).limit(broken)).rejects.toThrow('broken')
  await letTimersExpire()
  expect(expire).not.toHaveBeenCalled()
})

it('rejects when the time has passed', async () => {
  const expire = jest.fn(late)
  const waiting = expect(new Deadline(100, expire).limit(silence())).rejects.toThrow('late')
  await jest.advanceTimersByTimeAsync(99)
  expect(expire).not.toHaveBeenCalled()
  await jest.advanceTimersByTimeAsync(1)
  await waiting
  await letTimersExpire()
  expect(expire).toHaveBeenCalledTimes(1)
})

it('starts the time again with each restart, until it has expired', async () => {
  const expire = jest.fn(late)
  const deadline = new Deadline(100, expire)
  const waiting = expect(deadline.limit(silence())).rejects.toThrow('late')
  for (let steps = 0; steps < 5; steps++) {
    await jest.advanceTimersByTimeAsync(99)
    deadline.restart()
  }
  expect(expire).not.toHaveBeenCalled()
  await jest.advanceTimersByTimeAsync(100)
  await waiting
  deadline.restart()
  await letTimersExpire()
  expect(expire).toHaveBeenCalledTimes(1)
})

it('does not start the time again when the work has ended', async () => {
  const expire = jest.fn(late)
  const deadline = new Deadline(100, expire)
  deadline.restart()
  await deadline.limit(Promise.resolve())
  deadline.restart()
  await letTimersExpire()
  expect(expire).not.toHaveBeenCalled()
})

it('accepts a response that arrived while the process was busy', async () => {
  jest.useRealTimers()
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sender = connect((server.address() as AddressInfo).port, '127.0.0.1')
  try {
    const [receiver] = (await once(server, 'connection')) as [typeof sender]
    const response = new Deadline(20, late).limit(once(receiver, 'data'))
    sender.write('in time')
    for (const end = performance.now() + 50; performance.now() < end;) continue
    expect(String(await response)).toBe('in time')
  } finally {
    sender.destroy()
    server.close()
  }
})

import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { withDeadline, type Deadline } from '../../src/dialect/sessions/deadline'

const late = (): Error => new Error('late')

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'clearImmediate'] })
})
afterEach(() => {
  jest.useRealTimers()
})

it('returns the result of work that ends in time, and clears its timer', async () => {
  expect(await withDeadline(100, () => Promise.resolve('done'), late)).toBe('done')
  await expect(withDeadline(100, () => Promise.reject(late()), late)).rejects.toThrow('late')
  expect(jest.getTimerCount()).toBe(0)
})

it('rejects when the time has passed', async () => {
  const expire = jest.fn(late)
  const waiting = expect(
    withDeadline(100, () => new Promise(() => undefined), expire),
  ).rejects.toThrow('late')
  await jest.advanceTimersByTimeAsync(99)
  expect(expire).not.toHaveBeenCalled()
  await jest.advanceTimersByTimeAsync(1)
  await waiting
  expect(jest.getTimerCount()).toBe(0)
})

it('starts the time again with each restart, until it has expired', async () => {
  let deadline: Deadline | undefined
  const expire = jest.fn(late)
  const work = (given: Deadline): Promise<never> => {
    deadline = given
    return new Promise(() => undefined)
  }
  const waiting = expect(withDeadline(100, work, expire)).rejects.toThrow('late')
  for (let steps = 0; steps < 5; steps++) {
    await jest.advanceTimersByTimeAsync(99)
    deadline?.restart()
  }
  expect(expire).not.toHaveBeenCalled()
  await jest.advanceTimersByTimeAsync(100)
  await waiting
  deadline?.restart()
  expect(jest.getTimerCount()).toBe(0)
})

it('ends with work that throws before it returns a promise', async () => {
  const work = (): Promise<never> => {
    throw new Error('broken')
  }
  await expect(withDeadline(100, work, late)).rejects.toThrow('broken')
  expect(jest.getTimerCount()).toBe(0)
})

it('accepts a response that arrived while the process was busy', async () => {
  jest.useRealTimers()
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sender = connect((server.address() as AddressInfo).port, '127.0.0.1')
  try {
    const [receiver] = (await once(server, 'connection')) as [typeof sender]
    const response = withDeadline(20, () => once(receiver, 'data'), late)
    sender.write('in time')
    for (const end = performance.now() + 50; performance.now() < end;) continue
    expect(String(await response)).toBe('in time')
  } finally {
    sender.destroy()
    server.close()
  }
})

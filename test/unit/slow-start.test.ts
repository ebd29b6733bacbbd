import { usedMemory } from '../support/used-memory'
import { SlowStart } from '../../src/http/memory/slow-start'

const unaborted = new AbortController().signal

describe('responses of an unknown size', () => {
  it('start two at once, and one more after each interval, even if none has ended', async () => {
    jest.useFakeTimers()
    try {
      const slowStart = new SlowStart(Infinity)
      const begun: number[] = []
      for (const n of [1, 2, 3, 4]) void slowStart.begin('a', unaborted).then(() => begun.push(n))
      await jest.advanceTimersByTimeAsync(99)
      expect(begun).toEqual([1, 2])
      await jest.advanceTimersByTimeAsync(1)
      expect(begun).toEqual([1, 2, 3])
      await jest.advanceTimersByTimeAsync(99)
      expect(begun).toEqual([1, 2, 3])
      await jest.advanceTimersByTimeAsync(1)
      expect(begun).toEqual([1, 2, 3, 4])
    } finally {
      jest.useRealTimers()
    }
  })

  it('all start when the size is known, and one when a request has failed', async () => {
    const slowStart = new SlowStart(Infinity)
    const begun: number[] = []
    const [end] = [await slowStart.begin('a', unaborted), await slowStart.begin('a', unaborted)]
    const waiting = [1, 2, 3, 4].map((n) =>
      slowStart.begin('a', unaborted).then(() => begun.push(n)),
    )
    end(false)
    await waiting[0]
    expect(begun).toEqual([1])
    end(true)
    await Promise.all(waiting)
    expect(begun).toEqual([1, 2, 3, 4])
  })

  it('wait for a second at most, and only as many as may wait', async () => {
    const slowStart = new SlowStart(30)
    const begun: number[] = []
    const began = performance.now()
    const beginning = Array.from({ length: 100 }, (_, n) =>
      slowStart.begin('a', new AbortController().signal).then(() => begun.push(n)),
    )
    await Promise.resolve()
    await Promise.resolve()
    expect(begun).toHaveLength(70)
    await Promise.all(beginning)
    // Each in its own turn, the others would take half a minute.
    expect(performance.now() - began).toBeLessThan(10_000)
  })

  it('do not wait for requests of another kind', async () => {
    const slowStart = new SlowStart(Infinity)
    const kinds = ['a', 'a', 'b', 'b']
    const begun: string[] = []
    for (const kind of kinds) void slowStart.begin(kind, unaborted).then(() => begun.push(kind))
    await Promise.resolve()
    await Promise.resolve()
    expect(begun).toEqual(kinds)
  })

  it('stop waiting when the client disconnects', async () => {
    const slowStart = new SlowStart(Infinity)
    await Promise.all([slowStart.begin('a', unaborted), slowStart.begin('a', unaborted)])
    const aborting = new AbortController()
    const waiting = slowStart.begin('a', aborting.signal)
    aborting.abort(new Error('aborted'))
    await expect(waiting).rejects.toThrow('aborted')
  })
  it('leave nothing behind if the client has disconnected before they start', async () => {
    const slowStart = new SlowStart(Infinity)
    const before = await usedMemory()
    for (let name = 0; name < 2000; name++) {
      const kind = String(name).padEnd(20_000, 'x')
      await expect(slowStart.begin(kind, AbortSignal.abort())).rejects.toThrow('aborted')
    }
    expect((await usedMemory()) - before).toBeLessThan(10_000_000)
    await slowStart.begin('a', unaborted)
  })
})

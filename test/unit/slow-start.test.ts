import { SlowStart } from '../../src/http/memory/slow-start'

const patient = new AbortController().signal

describe('responses of an unknown size', () => {
  it('begin two at once, and one more after a while, though none has ended', async () => {
    const slowStart = new SlowStart()
    const begun: number[] = []
    const beginning = [1, 2, 3].map((n) => slowStart.begin('a', patient).then(() => begun.push(n)))
    await Promise.resolve()
    await Promise.resolve()
    expect(begun).toEqual([1, 2])
    await Promise.all(beginning)
    expect(begun).toEqual([1, 2, 3])
  })

  it('all begin when the size is known, and one when an attempt has failed', async () => {
    const slowStart = new SlowStart()
    const begun: number[] = []
    const [end] = [await slowStart.begin('a', patient), await slowStart.begin('a', patient)]
    const waiting = [1, 2, 3, 4].map((n) => slowStart.begin('a', patient).then(() => begun.push(n)))
    end(false)
    await waiting[0]
    expect(begun).toEqual([1])
    end(true)
    await Promise.all(waiting)
    expect(begun).toEqual([1, 2, 3, 4])
  })

  it('do not wait for those of another kind', async () => {
    const slowStart = new SlowStart()
    const kinds = ['a', 'a', 'b', 'b']
    await Promise.all(kinds.map((kind) => slowStart.begin(kind, patient)))
  })

  it('give their place up when the client leaves', async () => {
    const slowStart = new SlowStart()
    await Promise.all([slowStart.begin('a', patient), slowStart.begin('a', patient)])
    const leaving = new AbortController()
    const waiting = slowStart.begin('a', leaving.signal)
    leaving.abort(new Error('gone'))
    await expect(waiting).rejects.toThrow('gone')
  })
})

import { SessionSupply } from '../../src/dialect/sessions/session-supply'

interface FakeSession {
  readonly number: number
}

/** A supply of one session, which is fit for one use, and the functions that complete its closings. */
function supplyOfOne(): {
  supply: SessionSupply<FakeSession>
  closings: (() => void)[]
  onFree: jest.Mock
} {
  const closings: (() => void)[] = []
  const onFree = jest.fn()
  let number = 0
  const used = new Set<FakeSession>()
  const supply = new SessionSupply<FakeSession>(
    { minIdle: 0, max: 1, idleTimeout: 0 },
    {
      create: () => Promise.resolve({ number: number++ }),
      isAtLimit: () => false,
      isFit: (session) => !used.has(session) && used.add(session).has(session),
      destroy: () => new Promise<void>((resolve) => closings.push(resolve)),
    },
    { onFree, onFailure: jest.fn() },
  )
  return { supply, closings, onFree }
}

const turn = (): Promise<void> => jest.advanceTimersByTimeAsync(0).then(() => undefined)

describe('a session that is being closed', () => {
  beforeEach(() => {
    jest.useFakeTimers()
  })
  afterEach(() => {
    jest.useRealTimers()
  })

  async function closingOne(): Promise<ReturnType<typeof supplyOfOne>> {
    const all = supplyOfOne()
    all.supply.open()
    await turn()
    const session = all.supply.take()
    if (session) all.supply.release(session)
    expect(all.supply.take()).toBeUndefined()
    all.onFree.mockClear()
    return all
  }

  it('occupies its place in the pool until it is closed', async () => {
    const { supply, closings, onFree } = await closingOne()
    await jest.advanceTimersByTimeAsync(500)
    expect([supply.canOpen(), supply.arriving]).toEqual([false, 1])
    closings[0]?.()
    await turn()
    expect([supply.canOpen(), supply.arriving]).toEqual([true, 0])
    expect(onFree).toHaveBeenCalledTimes(1)
  })

  it('occupies its place for at most a second, because its packets may be lost', async () => {
    const { supply, closings, onFree } = await closingOne()
    await jest.advanceTimersByTimeAsync(999)
    expect(supply.canOpen()).toBe(false)
    await jest.advanceTimersByTimeAsync(1)
    expect(supply.canOpen()).toBe(true)
    expect(onFree).toHaveBeenCalledTimes(1)
    const closed = supply.close()
    closings[0]?.()
    await closed
    expect([supply.arriving, onFree.mock.calls.length]).toEqual([0, 1])
  })
})

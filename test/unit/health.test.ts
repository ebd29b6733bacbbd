import { createHealth } from '../../src/http/operations/health'

it('is starting until the service has started, and unavailable after that', async () => {
  const health = createHealth(() => Promise.resolve(false))
  expect(await health.readiness()).toBe('starting')
  health.started()
  expect(await health.readiness()).toBe('unavailable')
  health.stop()
  expect(await health.readiness()).toBe('stopping')
})

it('is unavailable after it was ready', async () => {
  let time = 0
  let isReady = true
  const health = createHealth(
    () => Promise.resolve(isReady),
    () => time,
  )
  expect(await health.readiness()).toBe('ready')
  isReady = false
  time = 1000
  expect(await health.readiness()).toBe('unavailable')
})

it('checks at most about once a second', async () => {
  let time = 0
  const isReady = jest.fn(() => Promise.resolve(true))
  const health = createHealth(isReady, () => time)
  for (time = 0; time <= 900; time += 100) await health.readiness()
  expect(isReady).toHaveBeenCalledTimes(1)
  time = 1000
  await health.readiness()
  expect(isReady).toHaveBeenCalledTimes(2)
})

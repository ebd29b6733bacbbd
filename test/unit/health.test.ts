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

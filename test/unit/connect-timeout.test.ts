import { connectTimeoutOf } from '../../src/dialect/connection-url/connect-timeout'

it.each([
  [1, undefined, 5000],
  [1, 3000, 3000],
  [3, 3000, 9000],
  // Timers with a longer time expire at once.
  [1, 9_999_999_000, 2_147_483_647],
  [20, 200_000_000, 2_147_483_647],
])('of %i hosts with %s ms each is %i ms', (hosts, connectTimeout, expected) => {
  const target = { addresses: Array(hosts).fill('host'), connectTimeout }
  expect(connectTimeoutOf(target, { connectTimeout: 5000 })).toBe(expected)
})

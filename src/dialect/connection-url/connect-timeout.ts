/** The longest time of a timer: https://nodejs.org/api/timers.html#settimeoutcallback-delay-args */
const MAX_TIMEOUT = 2 ** 31 - 1

/**
 * Milliseconds to wait for a session, on all hosts together. The parameter `connect_timeout` is for each
 * host, the option `connectTimeout` for all together.
 */
export function connectTimeoutOf(
  target: { readonly addresses: readonly unknown[]; readonly connectTimeout: number | undefined },
  options: { readonly connectTimeout: number },
): number {
  if (target.connectTimeout === undefined) return options.connectTimeout
  return Math.min(target.connectTimeout * target.addresses.length, MAX_TIMEOUT)
}

import { setTimeout as delay } from 'node:timers/promises'

/** Polls the state of another process, which emits no event for it. */
export async function waitUntil(condition: () => unknown, timeout = 10_000): Promise<void> {
  const end = Date.now() + timeout
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`still false after ${timeout} ms: ${String(condition)}`)
    await delay(20)
  }
}

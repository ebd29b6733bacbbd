import { setTimeout as delay } from 'node:timers/promises'

/**
 * Tries until it holds: a change token of Postgres is the whole server's, and other tests write to
 * their databases there meanwhile.
 */
export async function undisturbed(attempt: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await attempt()
      return
    } catch (error) {
      if (tries === 30) throw error
      await delay(100)
    }
  }
}

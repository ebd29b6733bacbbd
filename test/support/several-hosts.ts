/** Requests to an app whose connection string names several hosts. */
import { setTimeout as delay } from 'node:timers/promises'
import type { TestApp } from './test-app'

/** Maximum milliseconds until another host responds after a host has failed. */
export const FAIL_OVER = 3000

/** URL of the first server, with the hosts of all. */
export function urlOfHosts(urls: readonly string[], parameters = ''): string {
  const [first = ''] = urls
  const { protocol, username, pathname } = new URL(first)
  return `${protocol}//${username}@${urls.map(hostOf).join(',')}${pathname}${parameters}`
}

export function hostOf(url: string): string {
  return new URL(url).host
}

/**
 * The host that responds, from a view `served_by` with the port of its server.
 * @param limit requests for different pages do not share a statement
 */
export async function servedBy(app: TestApp, limit = 1): Promise<string> {
  const { text } = await app.get(`query?table=served_by&limit=${limit}`)
  const { data } = JSON.parse(text) as { data?: { port: number }[] }
  return `127.0.0.1:${data?.[0]?.port}`
}

export interface Load {
  readonly clients: number
  readonly responses: number
  /** Responses with a status other than 200. */
  readonly failures: number
  /** Milliseconds: the longest time without a response of status 200. */
  readonly longestGap: number
}

const CLIENTS = 8

/** Milliseconds of a client between two requests, so that the clients leave the processors to others. */
const PAUSE = 5

/** Sends requests while an event affects the database. */
export async function loadDuring(
  app: TestApp,
  path: string,
  event: () => Promise<void>,
): Promise<Load> {
  let isOver = false
  let responses = 0
  let failures = 0
  let longestGap = 0
  let lastSuccess = Date.now()
  const client = async (): Promise<void> => {
    while (!isOver) {
      const { status } = await app.get(path)
      responses++
      if (status !== 200) failures++
      else {
        longestGap = Math.max(longestGap, Date.now() - lastSuccess)
        lastSuccess = Date.now()
      }
      await delay(PAUSE)
    }
  }
  const clients = Array.from({ length: CLIENTS }, client)
  try {
    await event()
  } finally {
    isOver = true
    await Promise.all(clients)
  }
  longestGap = Math.max(longestGap, Date.now() - lastSuccess)
  return { clients: CLIENTS, responses, failures, longestGap }
}

/** Expects that only requests in flight fail when the responding host is killed. */
export async function expectFailOver(
  app: TestApp,
  path: string,
  kill: () => Promise<void> | undefined,
): Promise<void> {
  const load = await loadDuring(app, path, async () => {
    await delay(300)
    await kill()
    await delay(FAIL_OVER)
  })
  expect(load.failures).toBeLessThanOrEqual(load.clients)
  expect(load.longestGap).toBeLessThan(FAIL_OVER)
}

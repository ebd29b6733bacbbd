/** Sends requests without a pause while something happens to the database. */
import type { TestApp } from './test-app'

export interface Load {
  readonly clients: number
  readonly responses: number
  /** Responses with a status other than 200. */
  readonly failures: number
  /** Milliseconds: the longest time without a response of status 200. */
  readonly longestGap: number
}

const CLIENTS = 8

export async function loadDuring(
  app: TestApp,
  path: string,
  happening: () => Promise<void>,
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
    }
  }
  const clients = Array.from({ length: CLIENTS }, client)
  try {
    await happening()
  } finally {
    isOver = true
    await Promise.all(clients)
  }
  longestGap = Math.max(longestGap, Date.now() - lastSuccess)
  return { clients: CLIENTS, responses, failures, longestGap }
}

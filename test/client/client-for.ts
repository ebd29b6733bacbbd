/** A client of a server that the test writes. */
import type { RequestListener } from 'node:http'
import { createTableQueryClient, type ClientOptions, type TableQueryClient } from '../../src/client'
import { serveApp } from '../support/serve-app'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** Serves requests until the test ends. */
export async function clientFor(
  listener: RequestListener,
  options: Omit<ClientOptions, 'baseUrl'> = {},
): Promise<TableQueryClient> {
  const { origin, stop } = await serveApp(listener)
  stops.push(stop)
  return createTableQueryClient({ baseUrl: origin, ...options })
}

import type { ServerResponse } from 'node:http'

const actsOf = new WeakMap<ServerResponse, (() => void)[]>()

/**
 * Once the client has the whole answer, or has left; never for a response that is closed already.
 * All share one listener, because Koa and its streams add many, and Node warns of more than ten.
 */
export function onceClosed(response: ServerResponse, act: () => void): void {
  const known = actsOf.get(response)
  if (known) {
    known.push(act)
    return
  }
  const acts = [act]
  actsOf.set(response, acts)
  response.once('close', () => {
    for (const each of acts) each()
  })
}

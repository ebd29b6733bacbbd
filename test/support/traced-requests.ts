/** Requests with a `traceparent` of their own, and the spans of their traces. */
import { spansOf } from './recorded-spans'
import type { ReceivedResponse } from './send-request'
import type { TestApp } from './test-app'
import { waitUntil } from './wait-until'

/** The id of the caller's span, which is the parent of each request's span. */
export const PARENT = '00f067aa0ba902b7'

type Spans = ReturnType<typeof spansOf>

let requests = 0

export interface Trace {
  readonly id: string
  readonly headers: Readonly<Record<'traceparent', string>>
}

/** @returns a trace with an id that no other request of the test file has */
export function newTrace(): Trace {
  const id = (++requests).toString(16).padStart(32, '0')
  return { id, headers: { traceparent: `00-${id}-${PARENT}-01` } }
}

/** Waits for the request's span, which may end after the client has the response. */
export async function untilEnded({ id }: Trace): Promise<Spans> {
  const isEnded = (): boolean =>
    spansOf(id).some(({ parentSpanContext: parent }) => parent?.spanId === PARENT)
  await waitUntil(isEnded)
  return spansOf(id)
}

/** Sends a request in a new trace. */
export async function tracedRequest(
  app: TestApp,
  path: string,
): Promise<{ spans: Spans; response: ReceivedResponse }> {
  const trace = newTrace()
  const response = await app.get(path, { headers: trace.headers })
  return { spans: await untilEnded(trace), response }
}

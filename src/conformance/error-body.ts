/** Reads the bodies of error responses, and checks them. */
import type { ServiceUnderTest } from './check'
import { isRecord, summaryOf, type Exchange } from './exchange'

/** A name that no real table or column has. */
export const UNKNOWN = 'no_such_name_q0z9'

export function expectBody(service: Pick<ServiceUnderTest, 'fault'>, exchange: Exchange): void {
  const { body } = exchange
  if (!isRecord(body)) {
    service.fault(exchange, 'the body of an error must be a JSON object')
    return
  }
  if (typeof body['error'] !== 'string') service.fault(exchange, 'error must be a string')
  if (typeof body['message'] !== 'string') service.fault(exchange, 'message must be a string')
  if (body['details'] !== undefined && !isRecord(body['details']))
    service.fault(exchange, 'details must be an object')
}

export function codeOf({ body }: Exchange): unknown {
  return isRecord(body) ? body['error'] : undefined
}

export function detailsOf({ body }: Exchange): Readonly<Record<string, unknown>> | undefined {
  const details = isRecord(body) ? body['details'] : undefined
  return isRecord(details) ? details : undefined
}

export function expectInvalid(
  service: Pick<ServiceUnderTest, 'fault'>,
  exchange: Exchange,
  what: string,
): void {
  if (exchange.status !== 400) {
    service.fault(exchange, `${what}: expected status 400, but received ${summaryOf(exchange)}`)
    return
  }
  const code = codeOf(exchange)
  if (code !== 'INVALID_QUERY')
    service.fault(exchange, `${what}: error is ${String(code)}, not INVALID_QUERY`)
}

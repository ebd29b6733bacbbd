/** A server that responds as the contract requires, with numbers as rows. */
import type { RequestListener, ServerResponse } from 'node:http'

export function respond(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'Content-Type': 'application/json', 'Retry-After': '7' })
  res.end(JSON.stringify(body))
}

/** Serves the numbers from 1; refuses a `limit` above the maximum, or reduces it. */
export function numbersUpTo(total: number, maxLimit: number, isReduced: boolean): RequestListener {
  return (req, res) => {
    const parameters = new URL(req.url ?? '', 'http://any').searchParams
    const page = Number(parameters.get('page'))
    const requested = Number(parameters.get('limit'))
    if (requested > maxLimit && !isReduced) {
      respond(res, 400, {
        error: 'INVALID_QUERY',
        message: `At most ${maxLimit}.`,
        details: { parameter: 'limit' },
      })
      return
    }
    const limit = Math.min(requested, maxLimit)
    const all = Array.from({ length: total }, (_, index) => ({ n: index + 1 }))
    const data = all.slice((page - 1) * limit, page * limit)
    const totalPages = Math.ceil(total / limit)
    respond(res, 200, { data, columns: ['n'], pagination: { page, limit, total, totalPages } })
  }
}

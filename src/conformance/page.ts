/** Reads a successful query result. */
import { Fault, type Page, type Row } from './check'
import { isRecord, isTextList, summaryOf, type Exchange } from './exchange'

/** @throws Fault if the response is not a query result */
export function readPage(exchange: Exchange): Page {
  const { status, body } = exchange
  if (status !== 200)
    throw new Fault(exchange, `expected status 200, but received ${summaryOf(exchange)}`)
  if (!isRecord(body)) throw new Fault(exchange, 'the body must be a JSON object')
  const { data, columns, pagination } = body
  if (!isRowList(data)) throw new Fault(exchange, 'data must be an array of objects')
  if (!isTextList(columns)) throw new Fault(exchange, 'columns must be an array of strings')
  if (!isRecord(pagination)) throw new Fault(exchange, 'pagination must be an object')
  return {
    exchange,
    data,
    columns,
    page: Number(pagination['page']),
    limit: Number(pagination['limit']),
    total: Number(pagination['total']),
    totalPages: Number(pagination['totalPages']),
  }
}

function isRowList(value: unknown): value is readonly Row[] {
  return Array.isArray(value) && value.every(isRecord)
}

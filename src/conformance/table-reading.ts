/** Reads a table before it is checked: its columns, and all of its rows if they fit in one response. */
import { isRecord, type Exchange } from './exchange'
import { readPage } from './page'
import { tallyOf, sameTally } from './rows'
import { Fault, type Page, type Row } from './check'

export interface Column {
  readonly name: string
  /** Name of the type in the database; empty if it is not known. */
  readonly type: string
}

export interface TableReading {
  readonly name: string
  readonly columns: readonly Column[]
  readonly rows: readonly Row[]
  /** `rows` are all rows of the table. */
  readonly isWhole: boolean
  readonly total: number
  /** The largest number of rows of a page that the implementation was found to accept. */
  readonly limit: number
}

type Get = (path: string) => Promise<Exchange>

/** Tried after the wanted size, because an implementation may refuse large pages. */
const SMALLER = [100, 10, 1]

/** @param pageRows maximum rows of a page */
export async function readTable(name: string, get: Get, pageRows: number): Promise<TableReading> {
  const encoded = encodeURIComponent(name)
  const described = columnsOf((await get(`tables/${encoded}`)).body)
  for (const limit of [pageRows, ...SMALLER.filter((size) => size < pageRows)]) {
    const exchange = await get(`query?table=${encoded}&limit=${limit}`)
    if (exchange.status === 400) continue
    const page = pageIn(exchange)
    if (!page) break
    const { data: rows, total } = page
    const size = Math.max(1, Math.min(limit, page.limit || limit))
    const columns = described ?? page.columns.map((column) => ({ name: column, type: '' }))
    return { name, columns, rows, isWhole: rows.length < size, total, limit: size }
  }
  return { name, columns: described ?? [], rows: [], isWhole: false, total: 0, limit: 10 }
}

function pageIn(exchange: Exchange): Page | undefined {
  try {
    return readPage(exchange)
  } catch (error) {
    if (error instanceof Fault) return undefined
    throw error
  }
}

/** The columns of a table's metadata; `undefined` if it is not well-formed. */
function columnsOf(body: unknown): readonly Column[] | undefined {
  if (!isRecord(body) || !Array.isArray(body['columns'])) return undefined
  const entries: readonly unknown[] = body['columns']
  return entries.flatMap((entry) => {
    if (!isRecord(entry) || typeof entry['name'] !== 'string') return []
    return [{ name: entry['name'], type: typeof entry['type'] === 'string' ? entry['type'] : '' }]
  })
}

/**
 * Reads the table again. An order that differs from one response to the next is a fault and no change: all
 * rows of a table are compared without their order, and rows of a part that disappear and return prove
 * that the part is another one each time.
 * @param rowsToo otherwise only its existence and its columns count
 * @returns the new reading if the table has changed
 */
export async function changeOf(
  before: TableReading,
  read: () => Promise<TableReading>,
  rowsToo: boolean,
): Promise<TableReading | undefined> {
  const now = await read()
  if (JSON.stringify(before.columns) !== JSON.stringify(now.columns)) return now
  const names = before.columns.map(({ name }) => name)
  const [was, is] = [tallyOf(before.rows, names), tallyOf(now.rows, names)]
  if (!rowsToo || (before.total === now.total && sameTally(was, is))) return undefined
  if (before.isWhole) return now
  const later = tallyOf((await read()).rows, names)
  const hasReturned = [...was.keys()].some((row) => !is.has(row) && later.has(row))
  return hasReturned ? undefined : now
}

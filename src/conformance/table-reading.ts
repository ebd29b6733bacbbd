/** Reads a table before its checks: its columns, and all rows if they fit in one response, else the first ones. */
import { isRecord, type Exchange } from './exchange'
import { readPage } from './page'
import { tallyOf, sameTally } from './rows'
import { Fault, type Page, type Row } from './check'

export interface Column {
  readonly name: string
  /** Name of the type in the database; empty if unknown. */
  readonly type: string
}

export interface TableReading {
  readonly name: string
  readonly columns: readonly Column[]
  readonly rows: readonly Row[]
  /** Whether `rows` are all rows of the table. */
  readonly isWhole: boolean
  readonly total: number
  /** The largest page size that the implementation accepted. */
  readonly limit: number
}

type Get = (path: string) => Promise<Exchange>

/** Page sizes to try if the implementation refuses the wanted one. */
const SMALLER_PAGES = [100, 10, 1]

/** @param pageRows maximum rows of a page */
export async function readTable(name: string, get: Get, pageRows: number): Promise<TableReading> {
  const encoded = encodeURIComponent(name)
  const described = columnsOf((await get(`tables/${encoded}`)).body)
  for (const limit of [pageRows, ...SMALLER_PAGES.filter((size) => size < pageRows)]) {
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
 * Reads the table again and compares. An order that varies between responses is a fault, not a change of the
 * data. So the comparison ignores the order. If only the first rows of the table are known, it reads on until
 * two readings are equal: rows that were missing and are back show that the order varies.
 * @param comparesRows whether rows count too, not only columns
 * @returns the last reading if the table has changed
 */
export async function changeOf(
  before: TableReading,
  read: () => Promise<TableReading>,
  comparesRows: boolean,
): Promise<TableReading | undefined> {
  const now = await read()
  if (JSON.stringify(before.columns) !== JSON.stringify(now.columns)) return now
  const names = before.columns.map(({ name }) => name)
  const [was, is] = [tallyOf(before.rows, names), tallyOf(now.rows, names)]
  if (!comparesRows || (before.total === now.total && sameTally(was, is))) return undefined
  if (before.isWhole) return now
  const seen = new Set(was.keys())
  let [reading, latest] = [now, is]
  for (let reads = 0; reads < MAX_READINGS; reads++) {
    reading = await read()
    const later = tallyOf(reading.rows, names)
    if (sameTally(latest, later)) break
    if ([...later.keys()].some((row) => seen.has(row) && !latest.has(row))) return undefined
    for (const row of latest.keys()) seen.add(row)
    latest = later
  }
  return reading
}

/**
 * Maximum number of readings: in a large table, rows in random order seldom repeat, and while others write, no two
 * readings are equal.
 */
const MAX_READINGS = 8

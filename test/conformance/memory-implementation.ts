/** An implementation of the contract over tables in memory, with choices where the contract leaves them open. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { serveApp, type ServedApp } from '../support/serve-app'

type Value = string | number | boolean | null | readonly Value[]

export interface MemoryTable {
  /** The type of each column, by its name. */
  readonly columns: Readonly<Record<string, string>>
  readonly rows: readonly (readonly Value[])[]
}

export type Compare = (a: Value, b: Value, type: string) => number

export interface Choices {
  readonly maxLimit?: number
  /** Compares two values that are not null; default: numbers by value, others as texts by code units. */
  readonly compare?: Compare
  /** Whether columns of a type are searched; default: types with `char` or `text` in their name. */
  readonly isText?: (type: string) => boolean
  /** Maps texts that a search treats as equal to one text; default: lower case. */
  readonly folded?: (text: string) => string
  readonly messageOf?: (code: string) => string
  readonly respond?: (
    res: ServerResponse,
    status: number,
    body: object,
    req: IncomingMessage,
  ) => void
}

class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly details: object,
  ) {
    super(code)
  }
}

function invalid(parameter: string, value: string | null): Refused {
  return new Refused(400, 'INVALID_QUERY', { parameter, value, constraint: 'another value' })
}

const byUnits: Compare = (a, b) =>
  typeof a === 'number' && typeof b === 'number'
    ? a - b
    : String(a) < String(b)
      ? -1
      : Number(String(a) > String(b))

export function memoryImplementation(
  tables: Readonly<Record<string, MemoryTable>>,
  choices: Choices = {},
): RequestListener {
  const {
    maxLimit = Infinity,
    compare = byUnits,
    isText = (type) => /char|text/i.test(type),
  } = choices
  const { folded = (text) => text.toLowerCase() } = choices
  const { messageOf = (code) => `There is a mistake: ${code}` } = choices

  const described = (name: string): MemoryTable => {
    const table = Object.hasOwn(tables, name) ? tables[name] : undefined
    if (table) return table
    const availableTables = Object.keys(tables)
    throw new Refused(404, 'TABLE_NOT_FOUND', { table: name, availableTables })
  }

  const result = (parameters: URLSearchParams): object => {
    const name = parameters.get('table')
    if (name === null) throw invalid('table', null)
    const [page, limit] = (['page', 'limit'] as const).map((key) => {
      const text = parameters.get(key) ?? (key === 'page' ? '1' : String(Math.min(10, maxLimit)))
      if (!/^[1-9]\d*$/.test(text) || (key === 'limit' && Number(text) > maxLimit))
        throw invalid(key, text)
      return Number(text)
    }) as [number, number]
    const { columns: types, rows } = described(name)
    const names = Object.keys(types)
    const at = (parameter: string, column: string): number => {
      if (!Object.hasOwn(types, column)) throw invalid(parameter, column)
      return names.indexOf(column)
    }
    const columns = parameters.get('columns')?.split(',') ?? names
    for (const column of columns) at('columns', column)
    const terms = (parameters.get('sort')?.split(',') ?? []).map((term) => {
      const [, column = '', direction] = /^(.+):(asc|desc)$/.exec(term) ?? []
      if (direction === undefined) throw invalid('sort', term)
      return { index: at('sort', column), sign: direction === 'asc' ? 1 : -1 }
    })
    const searched = (
      parameters.get('filterColumns')?.split(',') ??
      names.filter((column) => isText(types[column] ?? ''))
    ).map((column) => at('filterColumns', column))
    const needle = folded(parameters.get('filter') ?? '')
    const found = rows.filter(
      (row) =>
        needle === '' ||
        searched.some(
          (index) => row[index] !== null && folded(String(row[index])).includes(needle),
        ),
    )
    const sorted = found.toSorted((a, b) => {
      for (const { index, sign } of terms) {
        const [x = null, y = null] = [a[index], b[index]]
        const type = types[names[index] ?? ''] ?? ''
        const order =
          x === null || y === null ? Number(y === null) - Number(x === null) : compare(x, y, type)
        if (order !== 0) return sign * order
      }
      return 0
    })
    const total = found.length
    const data = sorted
      .slice((page - 1) * limit, page * limit)
      .map((row) =>
        Object.fromEntries(columns.map((column) => [column, row[names.indexOf(column)]])),
      )
    const pagination = { page, limit, total, totalPages: Math.ceil(total / limit) }
    return { data, columns, pagination }
  }

  const bodyOf = (url: string): object => {
    const { pathname, searchParams } = new URL(url, 'http://any')
    const [, route, name] = /^\/(tables|query)(?:\/([^/]+))?$/.exec(pathname) ?? []
    if (route === 'query' && name === undefined) return result(searchParams)
    if (route === 'tables' && name === undefined) return Object.keys(tables)
    if (route !== 'tables' || name === undefined) throw new Refused(404, 'NOT_FOUND', {})
    const table = decodeURIComponent(name)
    const columns = Object.entries(described(table).columns)
    return { name: table, columns: columns.map(([column, type]) => ({ name: column, type })) }
  }

  const send = (res: ServerResponse, status: number, body: object): void => {
    res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
  }
  const { respond = send } = choices

  return (req, res) => {
    try {
      respond(res, 200, bodyOf(req.url ?? '/'), req)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      const { status, code, details } = error
      respond(res, status, { error: code, message: messageOf(code), details }, req)
    }
  }
}

const served: ServedApp[] = []

export async function serveImplementation(listener: RequestListener): Promise<string> {
  const app = await serveApp(listener)
  served.push(app)
  return app.origin
}

export function stopImplementations(): void {
  for (const { stop } of served.splice(0)) stop()
}

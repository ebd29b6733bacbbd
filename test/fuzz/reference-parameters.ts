/** Parses the parameters of a request. Written from the text of the contract, without code of `src`. */
import type { FuzzRequest } from './fuzz-request'

export interface Complaint {
  readonly parameter: string
  /** The value as received, for a list the item; `null` if the parameter is missing. */
  readonly value: unknown
}

export interface Parameters {
  readonly table: string
  readonly page: number
  readonly limit: number
  readonly filter: string
  readonly filterColumns?: readonly string[]
  readonly columns?: readonly string[]
  readonly sort: readonly (readonly [name: string, direction: string])[]
}

const MAX_LIMIT = 1000
const KNOWN = ['table', 'page', 'limit', 'filter', 'filterColumns', 'columns', 'sort']

export function readParameters(request: FuzzRequest): Parameters | { complaints: Complaint[] } {
  const complaints: Complaint[] = []
  const received = new Map<string, string>()
  for (const name of KNOWN) {
    const values = request.filter(([sent]) => sent === name).map(([, value]) => value)
    if (values.length > 1) complaints.push({ parameter: name, value: values })
    if (values[0] !== undefined) received.set(name, values[0])
  }
  const complain = (parameter: string, value: unknown): undefined => {
    complaints.push({ parameter, value })
  }

  const table = received.get('table')
  if (table === undefined || table === '') complain('table', table ?? null)
  const wholeNumber = (parameter: string, defaultValue: number): number => {
    const value = received.get(parameter) ?? String(defaultValue)
    if (!/^[1-9][0-9]*$/.test(value)) complain(parameter, value)
    return Number(value)
  }
  const page = wholeNumber('page', 1)
  const limit = wholeNumber('limit', 10)
  if (limit > MAX_LIMIT) complain('limit', received.get('limit'))
  if (page * limit > Number.MAX_SAFE_INTEGER) complain('page', received.get('page'))
  const filter = received.get('filter') ?? ''
  if (Array.from(filter).length > 1000) complain('filter', filter)

  const list = (parameter: string): ListItem[] | undefined => {
    const value = received.get(parameter)
    if (value === undefined) return undefined
    if (value === '') complain(parameter, '')
    const items = readList(value)
    if (items) return items
    // The error contains '' for an empty item, and the rest of the list for an unclosed quote.
    complain(parameter, '')
    complain(parameter, ANY)
    return []
  }
  const names = (parameter: string): string[] | undefined =>
    list(parameter)?.map(({ text, quoted, rest }) => {
      if (quoted !== undefined && rest !== '') complain(parameter, text)
      return quoted ?? rest
    })
  const sort = (list('sort') ?? []).map(({ text, quoted, rest }) => {
    const colon = rest.lastIndexOf(':')
    const direction = rest.slice(colon + 1)
    const isInPlace = quoted === undefined ? colon > 0 : colon === 0
    if (!isInPlace || !['asc', 'desc'].includes(direction)) complain('sort', text)
    return [quoted ?? rest.slice(0, colon), direction] as const
  })
  const filterColumns = names('filterColumns')
  const columns = names('columns')
  if (complaints.length > 0 || table === undefined) return { complaints }
  return {
    table,
    page,
    limit,
    filter,
    sort,
    ...(filterColumns && { filterColumns }),
    ...(columns && { columns }),
  }
}

/** The value of a complaint that matches any value. */
export const ANY = Symbol('any value')

interface ListItem {
  /** The whole item, without the blanks around it. */
  readonly text: string
  /** The text between the quotes, if the item begins with a quote. */
  readonly quoted?: string
  /** The text after the closing quote, or the whole item without quotes. */
  readonly rest: string
}

/** @returns `undefined` if an item is empty or a quote is not closed */
function readList(list: string): ListItem[] | undefined {
  const items: ListItem[] = []
  let position = 0
  for (;;) {
    const start = position
    while (list[position] === ' ' || list[position] === '\t') position++
    let name = ''
    const isQuoted = list[position] === '"'
    if (isQuoted) {
      for (position++; ; position++) {
        if (position >= list.length) return undefined
        if (list[position] === '"' && list[++position] !== '"') break
        name += list[position] ?? ''
      }
    }
    const comma = list.indexOf(',', position)
    const end = comma < 0 ? list.length : comma
    const rest = trim(list.slice(position, end))
    const text = trim(list.slice(start, end))
    if (text === '') return undefined
    items.push({ text, rest, ...(isQuoted && { quoted: name }) })
    if (comma < 0) return items
    position = comma + 1
  }
}

function trim(item: string): string {
  return item.replace(/^[ \t]+|[ \t]+$/g, '')
}

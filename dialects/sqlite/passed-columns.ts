/**
 * Finds the columns whose sizes determine how long a statement takes for a row. SQLite stores a row as one
 * record. To reach a value, it passes all values before it, page by page, however small the value itself is.
 * https://www.sqlite.org/fileformat2.html#record_format
 */
import { quoteName, restoreQuestionMarks } from '../../src/dialect/quoted-name'
import type { Cell } from '../../src/dialect/schema'
import type { FileConnection, TableColumn } from './file-connection'
import type { IndexPlan } from './index-plan'

/** `hidden` of a generated column that is not stored. https://www.sqlite.org/pragma.html#pragma_table_xinfo */
const VIRTUAL = 2n

/** `cid` of the rowid in an index, and of an expression. https://www.sqlite.org/pragma.html#pragma_index_xinfo */
const ROWID = -1n
const EXPRESSION = -2n

/**
 * Names of the columns in the order in which SQLite stores them, so that each value is near when the ones
 * before it are small.
 * @param selected the columns that the statement selects
 * @param contents see `FileConnection.rows`
 * @returns `undefined` if the sizes of some values cannot be found, or the time to compute them
 */
export function passedColumns(
  connection: FileConnection,
  selected: readonly TableColumn[],
  { index, isCovering }: IndexPlan,
  contents: string,
): string[] | undefined {
  const names = selected.map(({ name }) => name)
  const [first] = selected
  if (!first) return names
  const pragma = (name: string, argument: string): Cell[][] => {
    const sql = restoreQuestionMarks(`pragma main.${name}(${quoteName(argument, '"')})`)
    return [...connection.cells({ sql, bindings: [], asCells: true }, contents)]
  }
  const indexed = index === undefined ? [] : pragma('index_xinfo', index)
  if (indexed.some(([, cid]) => cid === EXPRESSION)) return undefined
  const inIndex = namesOf(indexed)
  if (isCovering) return unique([...inIndex, ...names])
  const stored = storedColumns(pragma, first.table)
  const positions = new Map(stored.map((name, position) => [name, position]))
  // A virtual column can take any time to compute.
  const last = Math.max(...names.map((name) => positions.get(name) ?? Infinity))
  if (last === Infinity) return undefined
  return unique([...inIndex, ...stored.slice(0, last + 1)])
}

/** Columns of a record of the table. In a table WITHOUT ROWID, those of the primary key are first. */
function storedColumns(
  pragma: (name: string, argument: string) => Cell[][],
  table: string,
): string[] {
  const columns = pragma('table_xinfo', table)
  const virtual = new Set(columns.filter((column) => column[6] === VIRTUAL).map(([, name]) => name))
  const primary = pragma('index_list', table).find((listed) => listed[3] === 'pk')
  const keyed = primary ? pragma('index_xinfo', String(primary[1])) : []
  const isWithoutRowid = keyed.length > 0 && !keyed.some(([, cid]) => cid === ROWID)
  const stored = isWithoutRowid ? namesOf(keyed) : columns.map(([, name]) => String(name))
  return stored.filter((name) => !virtual.has(name))
}

function namesOf(indexed: readonly Cell[][]): string[] {
  return indexed.flatMap(([, cid, name]) => (cid === ROWID ? [] : [String(name)]))
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)]
}

/** Core results as the contract's JSON, written as text so that numbers and key order stay exact. */
import type { QueryResult } from '../core/table-service'
import type { ColumnSchema, TableSchema } from '../dialect/schema'
import type { ReadResult } from '../core/read-executor'

export function queryBody({ rows, columns, pagination }: QueryResult): string {
  const names = columns.map((column) => column.name)
  return `{"data":[${rowsJson(rows, columns)}],"columns":${JSON.stringify(names)},"pagination":${JSON.stringify(pagination)}}`
}

/**
 * A JavaScript object would move keys like `1` to the front and lose `__proto__`, so each row is
 * written key by key.
 */
function rowsJson(rows: ReadResult['rows'], columns: readonly ColumnSchema[]): string {
  const fields = columns.map(({ name, toJson }, index) => ({
    prefix: `${index === 0 ? '' : ','}${JSON.stringify(name)}:`,
    toJson,
  }))
  return rows
    .map((row) => {
      let json = '{'
      fields.forEach(({ prefix, toJson }, index) => {
        const cell = row[index] ?? null
        json += prefix + (cell === null ? 'null' : toJson(cell))
      })
      return json + '}'
    })
    .join(',')
}

export function tableListBody(names: readonly string[]): string {
  return JSON.stringify(names)
}

export function tableBody({ name, columns }: TableSchema): string {
  return JSON.stringify({ name, columns: columns.map(({ name, type }) => ({ name, type })) })
}

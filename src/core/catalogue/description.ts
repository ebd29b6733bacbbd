/**
 * Descriptions for callers. They are frozen copies of schemas: a caller that changed a schema would change the
 * responses to all others, and its SQL texts have names that the caller may not see.
 */
import type {
  ColumnDescription,
  ColumnSchema,
  TableDescription,
  TableSchema,
} from '../../dialect/schema'

const columns = new WeakMap<ColumnSchema, ColumnDescription>()
const tables = new WeakMap<TableSchema, TableDescription>()

/** The same object for the same schema. */
export function columnDescription(schema: ColumnSchema): ColumnDescription {
  const cached = columns.get(schema)
  if (cached) return cached
  const { name, type, toJson } = schema
  const description = Object.freeze({ name, type, toJson })
  columns.set(schema, description)
  return description
}

/** The same object for the same schema. */
export function tableDescription(schema: TableSchema): TableDescription {
  const cached = tables.get(schema)
  if (cached) return cached
  const { name } = schema
  const description = Object.freeze({
    name,
    columns: Object.freeze(schema.columns.map(columnDescription)),
  })
  tables.set(schema, description)
  return description
}

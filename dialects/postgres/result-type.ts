/** Tells by the description of a result whether its columns are still those of the catalogue. */
import type { FieldDef } from 'pg'
import type { CatalogueColumn } from './column-schema'

/**
 * Table, column and type by their numbers, which are given once: a table, a column or a type that is
 * made anew under an old name has another. A domain comes as the type that it is based on.
 * https://www.postgresql.org/docs/current/protocol-message-formats.html#PROTOCOL-MESSAGE-FORMATS-ROWDESCRIPTION
 */
export function resultTypeOf({ table_oid, number, type_chain }: CatalogueColumn): string {
  return `${table_oid} ${number} ${type_chain[0].oid}`
}

/** Extensions that distribute tables leave the table and the column out. */
export function isOfType({ tableID, columnID, dataTypeID }: FieldDef, resultType: string): boolean {
  return tableID === 0
    ? resultType.endsWith(` ${dataTypeID}`)
    : resultType === `${tableID} ${columnID} ${dataTypeID}`
}

/** Checks whether the columns of a result are still those that the catalogue describes. */
import type { FieldDef } from 'pg'
import type { CatalogueColumn } from './column-schema'

/**
 * The numbers of table, column and type. A table, column or type that is dropped and created again
 * under the same name has another number. The server describes a domain as its base type.
 * https://www.postgresql.org/docs/current/protocol-message-formats.html#PROTOCOL-MESSAGE-FORMATS-ROWDESCRIPTION
 */
export function resultTypeOf({ table_oid, number, type_chain }: CatalogueColumn): string {
  return `${table_oid} ${number} ${type_chain[0].oid}`
}

/** Extensions that distribute tables send neither table nor column. */
export function isOfType({ tableID, columnID, dataTypeID }: FieldDef, resultType: string): boolean {
  return tableID === 0
    ? resultType.endsWith(` ${dataTypeID}`)
    : resultType === `${tableID} ${columnID} ${dataTypeID}`
}

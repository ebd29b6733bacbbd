import { disguiseQuestionMarks } from '../../src/dialect/quoted-name'
import type { CatalogueType } from './column-schema'

/**
 * SQL of the text that clients receive for a value.
 * @param sql of the value
 * @param type the base type behind all domains
 */
export function printedValue(
  sql: string,
  { output, cast_name }: Pick<CatalogueType, 'output' | 'cast_name'>,
): string {
  if (output === null) return `${sql}::text`
  // The function accepts no domain.
  const value = cast_name === null ? sql : `cast(${sql} as ${disguiseQuestionMarks(cast_name)})`
  return `pg_catalog.textin(pg_catalog.${output}(${value}))`
}

/** Placeholders for values of earlier results, cast so that they compare like the stored values. */
import type { CatalogueColumn } from './column-schema'
import { isTrue } from './server-number'
import type { SortedColumn } from './sort-order'

/**
 * Maximum number of bytes of texts. A sort compares longer ones only in part under some collations, but
 * a condition compares them whole.
 */
const MAX_TEXT_BYTES = 128

/** Character sets of which every character has exactly one counterpart in the driver's. */
const EXACT_CHARACTER_SETS: ReadonlySet<string> = new Set([
  'utf8mb4',
  'utf8mb3',
  'utf8',
  'latin1',
  'ascii',
])

const INTEGER = /^(?:tiny|small|medium|big)?int$/

/**
 * A cast from text. MySQL derives the type of a bare placeholder from the cast around it: it then limits
 * unsigned integers to those of signed ones, and rounds times to whole seconds.
 */
const castTo = (type: string): string => `cast(cast(? as char) as ${type})`

/**
 * Casts to the column's own type, because the driver sends numbers as floating-point numbers and
 * everything else as text.
 * @returns `undefined` if values of earlier results are not exact
 */
export function placeholderOf({
  type,
  data_type: dataType,
  octets,
  collation,
  is_row_period,
}: Pick<CatalogueColumn, 'type' | 'data_type' | 'is_row_period'> & SortedColumn):
  | string
  | undefined {
  const precision = /\(\d+(?:,\d+)?\)/.exec(type)?.[0] ?? ''
  // The end of a current row is the largest unsigned integer. MariaDB does not find it equal to this integer, but to
  // the same decimal: https://mariadb.com/kb/en/system-versioned-tables/
  if (INTEGER.test(dataType) && isTrue(is_row_period)) return castTo('decimal(20)')
  if (INTEGER.test(dataType)) return castTo(/unsigned/.test(type) ? 'unsigned' : 'signed')
  switch (dataType) {
    case 'year':
      return castTo('unsigned')
    case 'float':
    case 'double':
      return precision === '' ? '?' : undefined
    case 'decimal':
    case 'time':
    case 'datetime':
      return castTo(`${dataType}${precision}`)
    case 'timestamp':
      return castTo(`datetime${precision}`)
    case 'date':
      return castTo('date')
    case 'varchar': {
      const [characterSet = ''] = collation?.split('_') ?? []
      const isExact = EXACT_CHARACTER_SETS.has(characterSet) && Number(octets) <= MAX_TEXT_BYTES
      return isExact ? `convert(? using ${characterSet}) collate ${collation}` : undefined
    }
    default:
      return undefined
  }
}

/** Finds enums and sets with different values that a join considers equal, because it compares them as texts. */
import type { CatalogueColumn } from './column-schema'

const MEMBER = /'((?:[^']|'')*)'/g

const ASCII = /^[ -~]*$/

/**
 * Whether different values may be equal as texts:
 *
 * - Without strict mode, an enum or a set can have members that its collation considers equal, such as `e` and `é`.
 *   Dumps are imported without it.
 * - A set with an empty member prints some different values alike: with `set('', 'a')`, the members of 2 are `a`,
 *   and those of 3 are the empty one and `a`.
 *
 * https://dev.mysql.com/doc/refman/en/enum.html
 */
export function mayHaveEqualMembers({
  type,
  data_type: dataType,
  collation,
}: Pick<CatalogueColumn, 'type' | 'data_type' | 'collation'>): boolean {
  if (dataType !== 'enum' && dataType !== 'set') return false
  const members = [...type.matchAll(MEMBER)].map(([, member = '']) => member)
  if (dataType === 'set' && members.includes('')) return true
  if (/(?:^|_)bin(?:ary)?$/.test(collation ?? '')) return false
  return (
    !members.every((member) => ASCII.test(member)) ||
    new Set(members.map(folded)).size < members.length
  )
}

/** Equal for ASCII texts that some collation considers equal: Lithuanian i and y, and Latin i and j, u and v. */
function folded(member: string): string {
  return member.toLowerCase().trimEnd().replaceAll('v', 'u').replaceAll(/[jy]/g, 'i')
}

/**
 * Decides for which tables the snapshot token is valid. A plan's list of partitions or children can be
 * older than the snapshot in which the plan runs, because `attach partition` and `inherit` do not block
 * readers; a statement that mentions the table twice can even have two different lists. So the token is
 * valid only if the catalogue in the statement's snapshot is the same as when the table was described,
 * which was before the statement was planned.
 */
import type { Knex } from 'knex'
import type { TableSchema } from '../../src/dialect/schema'
import {
  fingerprintOfChildren,
  fingerprintOfChildTables,
  fingerprintOfLabels,
} from './fingerprints'
import type { TableState } from './table-state'

/** Extensions and forks distribute tables over servers, which have snapshots of their own. */
export const HAS_SNAPSHOTS = `pg_catalog.version() !~* '-YB-|cockroach|greenplum|redshift'`

type Tracking = Pick<TableSchema, 'isTracked' | 'unchangedCondition'>

/** Whether a lock of the table protects all that its statements depend on; it protects no children and no labels. */
export function isLockEnough(state: TableState | undefined): boolean {
  return state?.children === null && state.enums === null
}

/**
 * What a statement checks of the table's children:
 *
 * - `attachment`: they are the same.
 * - `storage`: their storage and row security are the same too, for a statement that names them.
 * - `none`: nothing, because planners of distributed tables refuse recursive queries. The token is not valid.
 */
type ChildCheck = 'attachment' | 'storage' | 'none'

/** Whether the token of a snapshot is valid for the table, and the SQL condition for that. */
export function trackingOf(
  db: Knex,
  oid: string,
  state: TableState | undefined,
  check: ChildCheck,
): Tracking {
  if (!state) return { isTracked: false }
  const { version, is_tracked, has_row_security, children, child_tables, enums, labels } = state
  const table = db.raw(oid)
  // The first child updates the table's row, and `relhassubclass` stays true when it is detached.
  const writer = db.select('c.xmin').from('pg_catalog.pg_class as c').where('c.oid', table)
  const is = (query: Knex.QueryBuilder, value: string): Knex.Raw =>
    db.raw(`? = '${value}'`, [query])
  const conditions = [
    is(writer, version),
    ...(children === null || check === 'none'
      ? []
      : [is(fingerprintOfChildren(db, table), children)]),
    ...(child_tables === null || check !== 'storage'
      ? []
      : [is(fingerprintOfChildTables(db, table), child_tables)]),
    ...(enums === null ? [] : [is(fingerprintOfLabels(db, `'${enums}'::oid[]`), labels)]),
  ]
  if (is_tracked && has_row_security) {
    // `alter role` can subject the user to the policies, and does not change the table's row.
    conditions.push(db.raw('(select not pg_catalog.row_security_active(?))', [table]))
  }
  const unchangedCondition = conditions.map((condition) => condition.toSQL().sql).join(' and ')
  return { isTracked: is_tracked && check !== 'none', unchangedCondition }
}

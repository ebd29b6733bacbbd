/**
 * Decides for which tables the snapshot token is valid. A plan's list of partitions or children can be
 * older than the snapshot in which the plan runs, because `attach partition` and `inherit` do not block
 * readers; a statement that mentions the table twice can even have two different lists. So the token is
 * valid only if the catalogue in the statement's snapshot is the same as when the table was described,
 * which was before the statement was planned.
 */
import { hash } from 'node:crypto'
import type { Catalogue } from '../../src/dialect/catalogue'
import type { TableSchema } from '../../src/dialect/schema'

/** Extensions and forks distribute tables over servers, which have snapshots of their own. */
export const HAS_SNAPSHOTS = `pg_catalog.version() !~* '-YB-|cockroach|greenplum|redshift'`

/** The children below a table, on all levels, and the transactions that attached them. */
export const childrenOf = (oid: string): string => `
  with recursive children as (
    select i.inhrelid, i.xmin as written
    from pg_catalog.pg_inherits as i where i.inhparent = ${oid}
    union all
    select i.inhrelid, i.xmin
    from pg_catalog.pg_inherits as i join children on children.inhrelid = i.inhparent)`

const FINGERPRINT = `
  select count(*) || ' '
    || coalesce(sum(pg_catalog.hashint8extended(children.written::text::int8, children.inhrelid::int8)), 0)
  from children`

/** Fingerprint of the children's names, storage and row security, by the transactions that wrote them. */
const CHILD_TABLES = `
  select count(*) || ' '
    || coalesce(sum(pg_catalog.hashint8extended(d.xmin::text::int8, d.oid::int8)), 0)
  from children join pg_catalog.pg_class as d on d.oid = children.inhrelid`

/**
 * Types of the columns, with their element types, base types and subtypes. Before version 14, Postgres has no
 * `rngmultitypid`.
 */
const COLUMN_TYPES = `
  with recursive kinds as (
    select t.oid, t.typtype, t.typname, t.typelem, t.typbasetype
    from pg_catalog.pg_attribute as a join pg_catalog.pg_type as t on t.oid = a.atttypid
    where a.attrelid = c.oid and a.attnum > 0
    union
    select t.oid, t.typtype, t.typname, t.typelem, t.typbasetype
    from kinds as k left join pg_catalog.pg_range as r
        on k.oid in (r.rngtypid, (pg_catalog.to_jsonb(r) ->> 'rngmultitypid')::oid)
      join pg_catalog.pg_type as t on t.oid in (k.typelem, k.typbasetype, r.rngsubtype))`

/** Fingerprint of the labels of enums, by the transactions that last wrote them. */
const labelsOf = (enums: string): string => `
  select count(*) || ' ' || sum(pg_catalog.hashint8extended(e.xmin::text::int8, e.oid::int8))
  from pg_catalog.pg_enum as e where e.enumtypid = any(${enums})`

/**
 * Transactions that still hold their locks. Other sessions may have outdated catalogue caches until
 * then, because a transaction sends invalidation messages after its commit and before it releases its
 * locks.
 */
const LOCKING_TRANSACTIONS = `
  select l.transactionid from pg_catalog.pg_locks as l
  where l.locktype = 'transactionid' and l.granted and l.mode = 'ExclusiveLock'`

/**
 * Whether only transactions of this server change the result of a read of the table: its rows are not
 * in foreign tables or other storage, not computed by a view, and not selected by policies of row
 * security.
 *
 * Excluded are tables with children that are not partitions, because after `no inherit` the catalogue
 * is the same as before `inherit`; and tables whose cells are printed with names from the catalogue,
 * such as those of regclass. Labels of enums are compared by their fingerprint. A standby does not
 * show the locks of transactions (`LOCKING_TRANSACTIONS`), so there partitioned tables and enums are
 * excluded too.
 */
const IS_TRACKED = `
  not pg_catalog.row_security_active(c.oid)
  and k.has_names is not true
  and (k.enums is null or not pg_catalog.pg_is_in_recovery() and not exists (
    select from pg_catalog.pg_enum as e
    where e.enumtypid = any(k.enums) and e.xmin in (${LOCKING_TRANSACTIONS})))
  and not exists (
    select from pg_catalog.pg_extension as x where x.extname in ('citus', 'columnar'))
  and case c.relkind
    when 'p' then not pg_catalog.pg_is_in_recovery() and not exists (
      ${childrenOf('c.oid')}
      select from children join pg_catalog.pg_class as d on d.oid = children.inhrelid
        left join pg_catalog.pg_am as n on n.oid = d.relam
      where d.relkind = 'f' or d.relkind <> 'p' and n.amname is distinct from 'heap'
        or children.written in (${LOCKING_TRANSACTIONS}))
    else c.relkind in ('r', 'm') and m.amname = 'heap' and not c.relhassubclass
  end`

const STATE = `
  select c.xmin::text as version, ${IS_TRACKED} as is_tracked,
    case when c.relhassubclass then (${childrenOf('c.oid')} ${FINGERPRINT}) end as children,
    case when c.relhassubclass then (${childrenOf('c.oid')} ${CHILD_TABLES}) end as child_tables,
    k.enums::text as enums, (${labelsOf('k.enums')}) as labels
  from pg_catalog.pg_class as c left join pg_catalog.pg_am as m on m.oid = c.relam
    cross join lateral (
      select array_agg(k.oid) filter (where k.typtype = 'e') as enums,
        bool_or(k.typtype = 'c' or k.oid < 16384 and k.typname ~ '^reg|^aclitem$') as has_names
      from (${COLUMN_TYPES} select k.* from kinds as k) as k) as k
  where c.oid = ?::oid and c.relkind <> 'v'`

interface State {
  /** The transaction that last wrote the table's row in the catalogue. */
  readonly version: string
  readonly is_tracked: boolean
  /** Fingerprint of the children; NULL if there never was a child. */
  readonly children: string | null
  /** Fingerprint of the tables of the children. */
  readonly child_tables: string | null
  /** Numbers of the types, as the server prints an array. */
  readonly enums: string | null
  /** Fingerprint of the labels. */
  readonly labels: string
}

type Tracking = Pick<TableSchema, 'isTracked' | 'unchangedCondition' | 'descriptionId'>

/** @returns `undefined` for a view */
export async function tableState(catalogue: Catalogue, oid: string): Promise<State | undefined> {
  const [state] = await catalogue.readRows<State>(catalogue.builder.raw(STATE, [oid]))
  return state
}

/** Whether a lock of the table keeps all that its statements depend on: not its children, and not the labels. */
export function isLockEnough(state: State | undefined): boolean {
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
export function trackingOf(oid: string, state: State | undefined, check: ChildCheck): Tracking {
  if (!state) return { isTracked: false }
  const { version, is_tracked, children, child_tables, enums, labels } = state
  // The first child updates the table's row, and `relhassubclass` stays true when it is detached.
  const isSame = `(select c.xmin = '${version}' from pg_catalog.pg_class as c where c.oid = ${oid})`
  const conditions = [
    isSame,
    ...(children === null || check === 'none'
      ? []
      : [`(${childrenOf(oid)} ${FINGERPRINT}) = '${children}'`]),
    ...(child_tables === null || check !== 'storage'
      ? []
      : [`(${childrenOf(oid)} ${CHILD_TABLES}) = '${child_tables}'`]),
    ...(enums === null ? [] : [`(${labelsOf(`'${enums}'::oid[]`)}) = '${labels}'`]),
  ]
  const unchangedCondition = conditions.join(' and ')
  const descriptionId = hash('sha256', unchangedCondition).slice(0, 16)
  return { isTracked: is_tracked && check !== 'none', unchangedCondition, descriptionId }
}

/**
 * Which tables the change token speaks for. A plan's list of partitions or children can be older than
 * the snapshot that it runs in, because `attach partition` and `inherit` let others read meanwhile; a
 * statement that mentions the table twice can even have two lists. So an answer only counts in a
 * snapshot in which the catalogue still says what it said when the table was described, and with that
 * when the statement was planned.
 */
import { createHash } from 'node:crypto'
import type { Catalogue } from '../../src/dialect/catalogue'
import type { TableSchema } from '../../src/dialect/schema'

/** Extensions and forks distribute tables over servers, which have snapshots of their own. */
export const HAS_SNAPSHOTS = `pg_catalog.version() !~* '-YB-|cockroach|greenplum|redshift'`

/** The children below a table, on all levels, and the transactions that attached them. */
const childrenOf = (oid: string): string => `
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

/** Types of the columns, and those that they are made of. */
const KINDS = `
  with recursive kinds as (
    select t.oid, t.typtype, t.typname, t.typelem, t.typbasetype
    from pg_catalog.pg_attribute as a join pg_catalog.pg_type as t on t.oid = a.atttypid
    where a.attrelid = c.oid and a.attnum > 0
    union
    select t.oid, t.typtype, t.typname, t.typelem, t.typbasetype
    from kinds as k left join pg_catalog.pg_range as r on r.rngtypid = k.oid
      join pg_catalog.pg_type as t on t.oid in (k.typelem, k.typbasetype, r.rngsubtype))`

/** The labels of enums, by the transactions that named them. */
const labelsOf = (enums: string): string => `
  select count(*) || ' ' || sum(pg_catalog.hashint8extended(e.xmin::text::int8, e.oid::int8))
  from pg_catalog.pg_enum as e where e.enumtypid = any(${enums})`

/** Transactions that have not yet told the other sessions of what they have changed. */
const UNTOLD = `
  select l.transactionid from pg_catalog.pg_locks as l
  where l.locktype = 'transactionid' and l.granted and l.mode = 'ExclusiveLock'`

/**
 * Whether all rows of a table are the server's own, under its transactions, and all visible: not from
 * elsewhere (foreign tables, other storage), not computed by a view, not chosen by the policies of row
 * security.
 *
 * Tables with children that are no partitions are left out: a child can leave without a trace in the
 * catalogue that tells it from one that never came. So are those whose cells are printed with other
 * names of the catalogue; the labels of enums are watched. A transaction may be seen before it has told
 * the other sessions what they remember wrongly; it holds its locks for so long. On a standby nothing
 * shows that.
 */
const IS_TRACKED = `
  not pg_catalog.row_security_active(c.oid)
  and k.has_names is not true
  and (k.enums is null or not pg_catalog.pg_is_in_recovery() and not exists (
    select from pg_catalog.pg_enum as e
    where e.enumtypid = any(k.enums) and e.xmin in (${UNTOLD})))
  and not exists (
    select from pg_catalog.pg_extension as x where x.extname in ('citus', 'columnar'))
  and case c.relkind
    when 'p' then not pg_catalog.pg_is_in_recovery() and not exists (
      ${childrenOf('c.oid')}
      select from children join pg_catalog.pg_class as d on d.oid = children.inhrelid
        left join pg_catalog.pg_am as n on n.oid = d.relam
      where d.relkind = 'f' or d.relkind <> 'p' and n.amname is distinct from 'heap'
        or children.written in (${UNTOLD}))
    else c.relkind in ('r', 'm') and m.amname = 'heap' and not c.relhassubclass
  end`

const STATE = `
  select c.xmin::text as version, ${IS_TRACKED} as is_tracked,
    case when c.relhassubclass then (${childrenOf('c.oid')} ${FINGERPRINT}) end as children,
    k.enums::text as enums, (${labelsOf('k.enums')}) as labels
  from pg_catalog.pg_class as c left join pg_catalog.pg_am as m on m.oid = c.relam
    cross join lateral (
      select array_agg(k.oid) filter (where k.typtype = 'e') as enums,
        bool_or(k.typtype = 'c' or k.oid < 16384 and k.typname ~ '^reg|^aclitem$') as has_names
      from (${KINDS} select k.* from kinds as k) as k) as k
  where c.oid = ?::oid and c.relkind <> 'v'`

interface TableState {
  /** The transaction that wrote the table's row in the catalogue. */
  readonly version: string
  readonly is_tracked: boolean
  /** NULL if there never was a child. */
  readonly children: string | null
  /** Object identifiers, as an array is printed. */
  readonly enums: string | null
  readonly labels: string
}

type Tracking = Pick<TableSchema, 'isTracked' | 'describedWhile' | 'describedAs'>

/** Whether the token of a snapshot speaks for the table, and the condition under which it does. */
export async function tracking(catalogue: Catalogue, oid: string): Promise<Tracking> {
  const [state] = await catalogue.readRows<TableState>(catalogue.builder.raw(STATE, [oid]))
  if (!state) return { isTracked: false }
  const { version, is_tracked, children, enums, labels } = state
  // A first child gives the row another transaction, and stays marked there when it has left.
  const isSame = `(select c.xmin = '${version}' from pg_catalog.pg_class as c where c.oid = ${oid})`
  const conditions = [
    isSame,
    ...(children === null ? [] : [`(${childrenOf(oid)} ${FINGERPRINT}) = '${children}'`]),
    ...(enums === null ? [] : [`(${labelsOf(`'${enums}'::oid[]`)}) = '${labels}'`]),
  ]
  const describedWhile = conditions.join(' and ')
  const describedAs = createHash('sha256').update(describedWhile).digest('hex').slice(0, 16)
  return { isTracked: is_tracked, describedWhile, describedAs }
}

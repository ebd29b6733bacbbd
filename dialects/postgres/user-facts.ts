/** What the connected user may do beyond reading, and what it may not read. */
import type { Catalogue } from '../../src/dialect/catalogue'
import type { UserFacts } from '../../src/dialect/server-facts'

/** Tables outside the system's own schemas. */
const TABLES = `
  from pg_catalog.pg_class as c join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname !~ '^pg_'
    and n.nspname <> 'information_schema'
    and pg_catalog.has_schema_privilege(n.oid, 'usage')`

/** https://www.postgresql.org/docs/current/view-pg-roles.html */
const USER = `
  select r.rolsuper, r.rolcreatedb, r.rolcreaterole, r.rolreplication, r.rolbypassrls,
    (select count(*)::int ${TABLES}
      and (pg_catalog.has_table_privilege(c.oid, 'insert, update, delete, truncate')
        or pg_catalog.has_any_column_privilege(c.oid, 'insert, update'))) as writable,
    array(select n.nspname::text from pg_catalog.pg_namespace as n
      where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
        and pg_catalog.has_schema_privilege(n.oid, 'create') order by 1) as creatable,
    array(select c.oid::pg_catalog.regclass::text ${TABLES}
      and n.nspname = any(pg_catalog.current_schemas(false))
      and not pg_catalog.has_table_privilege(c.oid, 'select')
      and not pg_catalog.has_any_column_privilege(c.oid, 'select') order by 1) as hidden
  from pg_catalog.pg_roles as r where r.rolname = current_user`

interface Row {
  readonly rolsuper: boolean
  readonly rolcreatedb: boolean
  readonly rolcreaterole: boolean
  readonly rolreplication: boolean
  readonly rolbypassrls: boolean
  readonly writable: number
  readonly creatable: readonly string[]
  readonly hidden: readonly string[]
}

export async function describeUser(catalogue: Catalogue): Promise<UserFacts> {
  const [user] = await catalogue.readRows<Row>(catalogue.builder.raw(USER))
  if (!user) return { extraPrivileges: [], hiddenTables: [] }
  return { extraPrivileges: extraPrivileges(user), hiddenTables: user.hidden }
}

function extraPrivileges(user: Row): string[] {
  if (user.rolsuper) return ['is a superuser']
  const { writable, creatable } = user
  return [
    ...(user.rolcreatedb ? ['may create databases'] : []),
    ...(user.rolcreaterole ? ['may create roles'] : []),
    ...(user.rolreplication ? ['may replicate all data'] : []),
    ...(user.rolbypassrls ? ['bypasses row security'] : []),
    ...(writable > 0 ? [`may write to ${writable} ${writable === 1 ? 'table' : 'tables'}`] : []),
    ...(creatable.length > 0 ? [`may create tables in ${creatable.join(', ')}`] : []),
  ]
}

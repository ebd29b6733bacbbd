/** What the connected user may do beyond reading, and what it may not read. */
import type { Knex } from 'knex'
import type { Catalogue } from '../../src/dialect/catalogue'
import type { UserFacts } from '../../src/dialect/user-facts'

/** Not the system's own. */
const userSchemas = (db: Knex): Knex.QueryBuilder =>
  db
    .from('pg_catalog.pg_namespace as n')
    .whereRaw(`n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`)

const userTables = (db: Knex): Knex.QueryBuilder =>
  userSchemas(db)
    .join('pg_catalog.pg_class as c', 'c.relnamespace', 'n.oid')
    .whereIn('c.relkind', ['r', 'p', 'v', 'm', 'f'])
    .whereRaw(`pg_catalog.has_schema_privilege(n.oid, 'usage')`)

const namesOnSearchPath = (db: Knex): Knex.QueryBuilder =>
  userTables(db)
    .select(db.raw('c.oid::pg_catalog.regclass::text'))
    .whereRaw('n.nspname = any(pg_catalog.current_schemas(false))')
    .orderBy(1)

/** https://www.postgresql.org/docs/current/view-pg-roles.html */
function userOf(db: Knex): Knex.QueryBuilder {
  const writable = userTables(db)
    .select(db.raw('count(*)::int'))
    .whereRaw(
      `(pg_catalog.has_table_privilege(c.oid, 'insert, update, delete, truncate')
        or pg_catalog.has_any_column_privilege(c.oid, 'insert, update'))`,
    )
  const creatable = userSchemas(db)
    .select(db.raw('n.nspname::text'))
    .whereRaw(`pg_catalog.has_schema_privilege(n.oid, 'create')`)
    .orderBy(1)
  const hidden = namesOnSearchPath(db)
    .whereRaw(`not pg_catalog.has_table_privilege(c.oid, 'select')`)
    .whereRaw(`not pg_catalog.has_any_column_privilege(c.oid, 'select')`)
  const unfilled = namesOnSearchPath(db).where('c.relispopulated', false)
  return db
    .select('r.rolsuper', 'r.rolcreatedb', 'r.rolcreaterole', 'r.rolreplication', 'r.rolbypassrls')
    .select(writable.as('writable'))
    .select(
      db.raw('array? as creatable, array? as hidden, array? as unfilled', [
        creatable,
        hidden,
        unfilled,
      ]),
    )
    .from('pg_catalog.pg_roles as r')
    .where('r.rolname', db.raw('current_user'))
}

interface Row {
  readonly rolsuper: boolean
  readonly rolcreatedb: boolean
  readonly rolcreaterole: boolean
  readonly rolreplication: boolean
  readonly rolbypassrls: boolean
  readonly writable: number
  readonly creatable: readonly string[]
  readonly hidden: readonly string[]
  readonly unfilled: readonly string[]
}

export async function describeUser(catalogue: Catalogue): Promise<UserFacts> {
  const [user] = await catalogue.readRows<Row>(userOf(catalogue.builder))
  if (!user) return { extraPrivileges: [], hiddenTables: [], unfilledViews: [] }
  const { hidden, unfilled } = user
  return { extraPrivileges: extraPrivileges(user), hiddenTables: hidden, unfilledViews: unfilled }
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

/** Reads the types of columns from pg_catalog, from domains to their base types, from arrays to their elements. */
import type { Knex } from 'knex'

/**
 * A row for each step from a domain to its base type and from an array to its element type. An array is
 * the `typarray` of its element type: `int2vector` has elements too, but another printed form.
 */
export function typesOf(db: Knex, oid: string): Knex.QueryBuilder {
  const element = db
    .select('e.oid')
    .from('pg_catalog.pg_type as e')
    .where({ 'e.oid': db.ref('t.typelem'), 'e.typarray': db.ref('t.oid') })
    .as('element')
  const type = ['t.oid', 't.typname', 't.typnamespace', 't.typcollation', 't.typcategory']
  const parts = ['t.typtype', 't.typdelim', 't.typbasetype', element]
  const next = `case when s.typtype = 'd' then s.typbasetype else s.element end`
  return db
    .select('a.attnum', 'a.attcollation', db.raw('0 as step'), ...type, ...parts)
    .from('pg_catalog.pg_attribute as a')
    .join('pg_catalog.pg_type as t', 't.oid', 'a.atttypid')
    .where('a.attrelid', oid)
    .where('a.attnum', '>', 0)
    .unionAll(
      db
        .select('s.attnum', 's.attcollation', db.raw('s.step + 1'), ...type, ...parts)
        .from('types as s')
        .join('pg_catalog.pg_type as t', 't.oid', db.raw(next)),
    )
}

/** The steps of `types` that are no domains, as a list for each column. */
export function chainsOf(db: Knex): Knex.QueryBuilder {
  const chain = db.raw(
    `pg_catalog.json_agg(pg_catalog.json_build_object(
      'name', :name, 'as_text', :textFunction, 'category', s.typcategory,
      'is_array', s.element is not null, 'delimiter', s.typdelim, 'oid', s.oid::text,
      'is_orderable', s.typtype in ('e', 'r', 'm') or s.typcategory = 'S' or exists :order,
      'is_comparable', not exists :otherOperators,
      'is_printed_exactly', case when s.typtype = 'b'
        then s.oid < 16384 or s.typcategory = 'S' or exists :exact
        else not exists :inexactRange end,
      'output', case when exists :ownCast then
        case s.typtype when 'e' then 'enum_out' when 'c' then 'record_out' end end,
      'cast_name', case when :isCastable then pg_catalog.format_type(s.oid, -1) end
    ) order by s.step) as types`,
    {
      name: nameOf(db),
      textFunction: textFunction(db),
      order: defaultOrder(db),
      otherOperators: nonStandardOperators(db),
      exact: exactExtension(db),
      inexactRange: rangeOfExtension(db),
      ownCast: ownCastToText(db),
      isCastable: isCastable(db),
    },
  )
  return db
    .select('s.attnum', chain)
    .from('types as s')
    .where('s.typtype', '<>', 'd')
    .groupBy('s.attnum')
}

/** Other schemas can have types of the same name, such as an enum `json`. */
function nameOf(db: Knex): Knex.QueryBuilder {
  return db
    .select('s.typname')
    .from('pg_catalog.pg_namespace as n')
    .where({ 'n.oid': db.ref('s.typnamespace'), 'n.nspname': 'pg_catalog' })
}

/**
 * PostGIS can be in any schema. A function that is not of the type's own extension is not called: anyone
 * who may create functions could have created it.
 */
function textFunction(db: Knex): Knex.QueryBuilder {
  return db
    .select(db.raw(`pg_catalog.quote_ident(n.nspname) || '.st_astext'`))
    .from('pg_catalog.pg_proc as f')
    .join('pg_catalog.pg_namespace as n', 'n.oid', 'f.pronamespace')
    .join('pg_catalog.pg_depend as d', 'd.objid', 'f.oid')
    .join('pg_catalog.pg_depend as e', {
      'e.refclassid': 'd.refclassid',
      'e.refobjid': 'd.refobjid',
    })
    .where({ 'f.proname': 'st_astext', 'f.pronargs': 1 })
    .where({ 'd.deptype': 'e', 'e.deptype': 'e', 'e.objid': db.ref('s.oid') })
    .whereRaw(`d.classid = 'pg_catalog.pg_proc'::regclass`)
    .whereRaw(`e.classid = 'pg_catalog.pg_type'::regclass`)
    .whereRaw('f.proargtypes[0] = s.oid')
    .whereRaw(`pg_catalog.has_schema_privilege(n.oid, 'usage')`)
    .whereRaw(`pg_catalog.has_function_privilege(f.oid, 'execute')`)
    .limit(1)
}

/** Numbers of types, by which they need not exist: CockroachDB has no `cidr` (pg_type.dat). */
const CIDR = 650
const INET = 869

/** A value of `cidr` is one of `inet`, and has its order. */
function defaultOrder(db: Knex): Knex.QueryBuilder {
  return db
    .from('pg_catalog.pg_opclass as o')
    .join('pg_catalog.pg_am as m', 'm.oid', 'o.opcmethod')
    .where({ 'm.amname': 'btree', 'o.opcdefault': true })
    .whereRaw(`o.opcintype = case s.oid when ${CIDR} then ${INET} else s.oid end`)
}

/** Extensions whose types parse their own printed form exactly. The type `seg`, for example, rounds what it prints. */
function exactExtension(db: Knex): Knex.QueryBuilder {
  return db
    .from('pg_catalog.pg_depend as d')
    .join('pg_catalog.pg_extension as x', 'x.oid', 'd.refobjid')
    .where({ 'd.objid': db.ref('s.oid'), 'd.deptype': 'e' })
    .whereRaw(`d.classid = 'pg_catalog.pg_type'::regclass`)
    .whereIn('x.extname', ['cube', 'hstore', 'ltree'])
}

/** Whether the bounds of a range have a type of an extension, which may round what it prints. */
function rangeOfExtension(db: Knex): Knex.QueryBuilder {
  return db
    .from('pg_catalog.pg_range as r')
    .join('pg_catalog.pg_type as t', 't.oid', 'r.rngsubtype')
    .where({ 'r.rngtypid': db.ref('s.oid'), 't.typtype': 'b' })
    .whereRaw(`t.oid >= 16384 and t.typcategory <> 'S'`)
}

/** A user's function for casts to text, which returns another text than the one that clients receive. */
function ownCastToText(db: Knex): Knex.QueryBuilder {
  return db
    .from('pg_catalog.pg_cast as k')
    .where({ 'k.castsource': db.ref('s.oid'), 'k.castmethod': 'f' })
    .whereRaw(`k.casttarget = 'pg_catalog.text'::regtype`)
}

/**
 * The operators of the type's default order that have another name than `<`, `=` and so on, or are in a schema
 * outside the search path. `<` and `=` then fail, or compare values of another type.
 */
function nonStandardOperators(db: Knex): Knex.QueryBuilder {
  return defaultOrder(db)
    .join('pg_catalog.pg_amop as x', {
      'x.amopfamily': 'o.opcfamily',
      'x.amoplefttype': 'o.opcintype',
      'x.amoprighttype': 'o.opcintype',
    })
    .join('pg_catalog.pg_operator as p', 'p.oid', 'x.amopopr')
    .join('pg_catalog.pg_namespace as n', 'n.oid', 'p.oprnamespace')
    .whereRaw(
      `not (n.nspname = any(pg_catalog.current_schemas(true))
        and p.oprname = (array['<', '<=', '=', '>=', '>'])[x.amopstrategy])`,
    )
}

/**
 * Whether values can be cast to the type. A type with a collation of its own would conflict with that of the
 * column; 100 is the default collation, which gives way (pg_collation.dat). A cast to a domain runs its checks, for
 * which the user may lack privileges, so a cast names the base type, and arrays of domains are not cast.
 */
function isCastable(db: Knex): Knex.Raw {
  const elementDomain = db
    .from('pg_catalog.pg_type as e')
    .where({ 'e.oid': db.ref('s.element'), 'e.typtype': 'd' })
  return db.raw(
    `pg_catalog.has_schema_privilege(s.typnamespace, 'usage')
      and s.typcollation in (0, 100, s.attcollation) and not exists ?`,
    [elementDomain],
  )
}

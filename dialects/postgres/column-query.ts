/** Reads the columns of a table from pg_catalog. */

/**
 * Names of the columns for which the server does not enforce NOT NULL in every row. It does not check
 * the rows of foreign tables, a constraint may not be validated for existing rows (since Postgres 18),
 * and a child need not have its parent's constraint; only a partition must.
 * https://www.postgresql.org/docs/current/catalog-pg-attribute.html
 */
const NULLABLE = `
  select a.attname
  from family as f join pg_catalog.pg_class as c on c.oid = f.oid
    join pg_catalog.pg_attribute as a on a.attrelid = f.oid and a.attnum > 0
  where c.relkind = 'f' or (f.oid = f.root or not f.is_partitioned) and (
    not a.attnotnull or exists (
      select from pg_catalog.pg_constraint as k
      where k.conrelid = a.attrelid and k.contype = 'n' and not k.convalidated
        and a.attnum = any(k.conkey)))`

/** A table and all its descendants, which may contain rows of it. */
const FAMILY = `
  select c.oid as root, c.relkind = 'p' as is_partitioned, c.oid
  from pg_catalog.pg_class as c where c.oid = ?::oid
  union
  select f.root, f.is_partitioned, i.inhrelid
  from pg_catalog.pg_inherits as i join family as f on f.oid = i.inhparent`

/** Objects that the server itself creates have lower numbers (FirstNormalObjectId in transam.h). */
const IS_BUILT_IN = 'a.atttypid < 16384'

/**
 * The operators of the type's default order that have another name than `<`, `=` and so on, or are in a
 * schema off the search path. Without them, a comparison fails or compares values of another type.
 */
const NON_STANDARD_OPERATORS = `
  select from pg_catalog.pg_opclass as o
    join pg_catalog.pg_am as m on m.oid = o.opcmethod and m.amname = 'btree'
    join pg_catalog.pg_amop as x on x.amopfamily = o.opcfamily
      and x.amoplefttype = o.opcintype and x.amoprighttype = o.opcintype
    join pg_catalog.pg_operator as p on p.oid = x.amopopr
    join pg_catalog.pg_namespace as n on n.oid = p.oprnamespace
  where o.opcdefault and o.opcintype = s.oid and not (
    n.nspname = any(pg_catalog.current_schemas(true))
    and p.oprname = (array['<', '<=', '=', '>=', '>'])[x.amopstrategy])`

/**
 * A cast to a type with a collation of its own would conflict with that of the column; 100 is the
 * default one, which gives way (pg_collation.dat). Domains check values, which the user may not be
 * allowed to do, so a cast names the base type, and none an array of a domain.
 */
const IS_CASTABLE = `pg_catalog.has_schema_privilege(s.typnamespace, 'usage')
  and s.typcollation in (0, 100, s.attcollation)
  and not exists (
    select from pg_catalog.pg_type as e where e.oid = s.element and e.typtype = 'd')`

/** Other schemas can have types of the same name, such as an enum `json`. */
const NAME = `(
  select s.typname from pg_catalog.pg_namespace as n
  where n.oid = s.typnamespace and n.nspname = 'pg_catalog')`

/**
 * PostGIS can be in any schema. A function that is not of the type's own extension is not called: anyone
 * who may create functions could have created it.
 */
const AS_TEXT = `(
  select pg_catalog.quote_ident(n.nspname) || '.st_astext'
  from pg_catalog.pg_proc as f
    join pg_catalog.pg_namespace as n on n.oid = f.pronamespace
    join pg_catalog.pg_depend as d on d.deptype = 'e' and d.objid = f.oid
      and d.classid = 'pg_catalog.pg_proc'::regclass
    join pg_catalog.pg_depend as e on e.deptype = 'e' and e.objid = s.oid
      and e.classid = 'pg_catalog.pg_type'::regclass
      and e.refclassid = d.refclassid and e.refobjid = d.refobjid
  where f.proname = 'st_astext' and f.pronargs = 1 and f.proargtypes[0] = s.oid
    and pg_catalog.has_schema_privilege(n.oid, 'usage')
    and pg_catalog.has_function_privilege(f.oid, 'execute')
  limit 1)`

/**
 * An index of all rows that begins with the column in its own order, and has NULL after or before all values
 * as an order without `nulls first` has: 0 is ascending with NULL last, 3 descending with NULL first.
 * https://www.postgresql.org/docs/current/catalog-pg-index.html
 */
const IS_INDEXED = `exists (
  select from pg_catalog.pg_index as i
    join pg_catalog.pg_opclass as o on o.oid = i.indclass[0] and o.opcdefault
    join pg_catalog.pg_am as m on m.oid = o.opcmethod and m.amname = 'btree'
  where i.indrelid = a.attrelid and i.indkey[0] = a.attnum and i.indisvalid and i.indpred is null
    and i.indoption[0] in (0, 3) and i.indcollation[0] = a.attcollation)`

/**
 * `types` has a row for each step from a domain to its base type and from an array to its element
 * type. An array is the `typarray` of its element type: `int2vector` has elements too, but another
 * printed form.
 */
export const COLUMNS = `
  with recursive family as (${FAMILY}), types as (
    select a.attnum, a.attcollation, 0 as step, t.oid, t.typname, t.typnamespace, t.typcollation,
      t.typcategory, t.typtype, t.typdelim, t.typbasetype,
      (select e.oid from pg_catalog.pg_type as e where e.oid = t.typelem and e.typarray = t.oid) as element
    from pg_catalog.pg_attribute as a join pg_catalog.pg_type as t on t.oid = a.atttypid
    where a.attrelid = ?::oid and a.attnum > 0
    union all
    select s.attnum, s.attcollation, s.step + 1, t.oid, t.typname, t.typnamespace, t.typcollation,
      t.typcategory, t.typtype, t.typdelim, t.typbasetype,
      (select e.oid from pg_catalog.pg_type as e where e.oid = t.typelem and e.typarray = t.oid)
    from types as s join pg_catalog.pg_type as t
      on t.oid = case when s.typtype = 'd' then s.typbasetype else s.element end
  ), chains as (
    select s.attnum, json_agg(json_build_object(
      'name', ${NAME}, 'as_text', ${AS_TEXT}, 'category', s.typcategory, 'is_array', s.element is not null,
      'delimiter', s.typdelim, 'oid', s.oid::text,
      'is_orderable', s.typtype in ('e', 'r', 'm') or s.typcategory = 'S' or exists (
        select from pg_catalog.pg_opclass as o join pg_catalog.pg_am as m on m.oid = o.opcmethod
        where m.amname = 'btree' and o.opcdefault and o.opcintype = s.oid),
      'is_comparable', not exists (${NON_STANDARD_OPERATORS}),
      'cast_name', case when ${IS_CASTABLE} then pg_catalog.format_type(s.oid, -1) end
    ) order by s.step) as types
    from types as s where s.typtype <> 'd' group by s.attnum
  ), nullable as (${NULLABLE})
  select a.attname as name,
    pg_catalog.format_type(a.atttypid, a.atttypmod) as type,
    a.attname in (select n.attname from nullable as n) as is_nullable,
    a.attnotnull as is_declared_not_null, ${IS_BUILT_IN} as is_built_in,
    ${IS_INDEXED} as is_indexed,
    coalesce(not l.collisdeterministic, false) as is_nondeterministic,
    pg_catalog.getdatabaseencoding() as encoding,
    chains.types as type_chain,
    a.attrelid::text as table_oid, a.attnum as number
  from pg_catalog.pg_attribute as a
    join chains on chains.attnum = a.attnum
    left join pg_catalog.pg_collation as l on l.oid = a.attcollation
  where a.attrelid = ?::oid and a.attnum > 0 and not a.attisdropped
    and pg_catalog.has_column_privilege(a.attrelid, a.attnum, 'select')
  order by a.attnum`

/** Decides for which tables the counters of InnoDB move with every change of the rows. */
import type { Knex } from 'knex'
import { hasVariable } from './has-variable'

/** Functions of MySQL whose result depends only on their arguments, not on settings of the session. */
const FUNCTIONS = [
  'cast',
  'char_length',
  'coalesce',
  'concat',
  'concat_ws',
  'if',
  'ifnull',
  'json_extract',
  'json_unquote',
  'left',
  'length',
  'lower',
  'nullif',
  'right',
  'substr',
  'trim',
  'upper',
].join('|')

const WORD = '[a-zA-Z0-9_$]'

/**
 * Regular expression of an expression that calls no other functions and does not divide. The number of
 * decimals of a quotient is a setting.
 */
const ROW_EXPRESSION = `^((${FUNCTIONS})[(]|${WORD}+[^a-zA-Z0-9_$(/]|[^a-zA-Z0-9_$/])*${WORD}*$`

/**
 * Regular expression of an expression in lower case that makes a time of day by a cast or a literal. A conversion to
 * a date, also an implicit one, adds the current date.
 * https://dev.mysql.com/doc/refman/en/date-and-time-type-conversion.html
 */
const TIME_OF_DAY = '(^|[^a-z0-9_$])time([^a-z0-9_$]|$)'

/**
 * Whether only changes in InnoDB change the result of a read of the table. Excluded are:
 * - views, and engines that keep rows elsewhere, such as MyISAM, MERGE, Spider and FEDERATED;
 * - tables that a secondary engine of MySQL HeatWave reads from its own copy;
 * - virtual columns, whose expression may depend on more than the row: on MariaDB on the time, on MySQL
 *   on MySQL for example on `lc_time_names`, or on the current date if it converts a time of day to a date;
 * - Amazon Aurora, whose storage other servers change too.
 *
 * Each server executes only its own comment.
 * https://dev.mysql.com/doc/heatwave/en/mys-hw-altering-tables.html
 * https://mariadb.com/kb/en/generated-columns/
 */
export function trackingCheck(db: Knex, table: string): Knex.Raw {
  const inInnodb = db
    .select(db.raw('1'))
    .from('information_schema.tables as i')
    .whereRaw('i.table_schema = database()')
    .where('i.table_name', table)
    .whereRaw(`lower(i.engine) = 'innodb'`)
    .whereIn('i.table_type', ['BASE TABLE', 'SYSTEM VERSIONED'])
    .whereRaw(`coalesce(lower(i.create_options), '') not like '%secondary_engine%'`)
  const times = db
    .select(db.raw('1'))
    .from('information_schema.columns as k')
    .whereRaw(
      `k.table_schema = database() and k.table_name = g.table_name and k.data_type = 'time'`,
    )
  const computed = db
    .select(db.raw('1'))
    .from('information_schema.columns as g')
    .whereRaw('g.table_schema = database()')
    .where('g.table_name', table)
    .whereRaw(
      `g.extra like '%VIRTUAL%' /*!50704 and (exists ?
        or lower(g.generation_expression) regexp '${TIME_OF_DAY}'
        or not coalesce(g.generation_expression regexp '${ROW_EXPRESSION}', false)) */`,
      [times],
    )
  return db.raw('exists ? and not exists ? /*!50704 and not exists ? */', [
    inInnodb,
    computed,
    hasVariable(db, 'aurora_version'),
  ])
}

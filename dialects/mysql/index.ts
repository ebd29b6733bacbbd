/** MySQL 8 and newer, and MariaDB 10.6 and newer, which differ only in details. */
import type { Dialect } from '../../src/dialect/dialect'
import type * as connection from './connection'
import { explainFailure } from './explain-failure'
import { createIntrospector } from './introspector'

const mysql: Dialect = {
  name: 'mysql',
  schemes: ['mysql', 'mariadb'],
  // Loads the driver, which is slow, only for a database of this engine.
  connect: (...args) => {
    // oxlint-disable-next-line typescript/no-require-imports
    const { connect } = require('./connection') as typeof connection
    return connect(...args)
  },
  explainFailure,
  createIntrospector,
  foldTableName: lowercase,
  mayBeEmptyBriefly: false,
  foldColumnName: foldName,
  // NULL already is the smallest value here.
  orderTerm: (key, direction) => `${key.sql} ${direction}`,
  comparesRowsByIndex: false,
  plansByBounds: false,
  // Tables of the engine Spider.
  hasDeclaredKeys: true,
  // The driver refuses a column called `__proto__`. In `order by`, MySQL may take a column of a view, even a
  // qualified one, for an alias of the same name. So this alias is longer than the name of any column.
  resultAlias: 'c'.repeat(65),
}

export default mysql

/**
 * The servers compare table names exactly or, with `lower_case_table_names`, as lower-case letters: one code
 * point for each, so İ becomes i. They never ignore accents.
 * https://dev.mysql.com/doc/refman/en/identifier-case-sensitivity.html
 */
function lowercase(name: string): string {
  return Array.from(name, (character) => Array.from(character.toLowerCase())[0]).join('')
}

/** The servers compare column names by utf8_general_ci, which ignores case and accents. */
function foldName(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

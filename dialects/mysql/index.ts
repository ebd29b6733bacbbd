/** MySQL 8 and newer, and MariaDB 10.6 and newer, which differ in details only. */
import type { Dialect } from '../../src/dialect/dialect'
import type * as connection from './connection'
import { explainFailure } from './connection-string'
import { createIntrospector } from './introspector'

const mysql: Dialect = {
  name: 'mysql',
  schemes: ['mysql', 'mariadb'],
  // Loads the driver, which takes a while, only where such a database is served.
  connect: (...given) => {
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    const { connect } = require('./connection') as typeof connection
    return connect(...given)
  },
  explainFailure,
  createIntrospector,
  foldColumnName: foldName,
  // NULL is the smallest value here by itself.
  orderTerm: (key, direction) => `${key.sql} ${direction}`,
}

export default mysql

/** Names of columns compare by utf8_general_ci: without regard to case and accents. */
function foldName(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

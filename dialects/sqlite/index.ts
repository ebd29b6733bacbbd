/** SQLite files of any version 3: the driver contains SQLite itself. */
import { statSync } from 'node:fs'
import type { Dialect } from '../../src/dialect/dialect'
import { errorCode } from '../../src/error-code'
import type * as connection from './connection'
import { explainFailure } from './explain-failure'
import { createIntrospector } from './introspector'
import { foldAscii } from './name-case'

const sqlite: Dialect = {
  name: 'sqlite',
  schemes: ['sqlite'],
  recognises: mayBeFile,
  // Loads the driver, which is slow, only for a database of this engine.
  connect: (...args) => {
    // oxlint-disable-next-line typescript/no-require-imports
    const { connect } = require('./connection') as typeof connection
    return connect(...args)
  },
  explainFailure,
  createIntrospector,
  foldTableName: foldAscii,
  // When a program begins to copy another file over it.
  mayBeEmptyBriefly: true,
  foldColumnName: foldAscii,
  // NULL already is the smallest value here.
  orderTerm: (key, direction) => `${key.sql} ${direction}`,
  comparesRowsByIndex: true,
  plansByBounds: false,
  // The maximum number of a table's columns, too. https://www.sqlite.org/limits.html#max_column
  maxColumns: 2000,
}

export default sqlite

/** Whether there is a file of this path, or a folder on the way hides whether there is. */
function mayBeFile(connection: string): boolean {
  try {
    statSync(connection)
    return true
  } catch (error) {
    return errorCode(error) === 'EACCES'
  }
}

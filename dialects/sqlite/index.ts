/** SQLite files of any version 3: the driver contains SQLite itself. */
import { existsSync } from 'node:fs'
import type { Dialect } from '../../src/dialect/dialect'
import type * as connection from './connection'
import { explainFailure } from './explain-failure'
import { createIntrospector } from './introspector'
import { foldAscii } from './same-name'

const sqlite: Dialect = {
  name: 'sqlite',
  schemes: ['sqlite'],
  recognises: existsSync,
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

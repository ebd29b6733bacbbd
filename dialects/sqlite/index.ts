/** SQLite files, 3.37 and newer. */
import { existsSync } from 'node:fs'
import type { Dialect } from '../../src/dialect/dialect'
import { connect, explainFailure } from './connection'
import { createIntrospector } from './introspector'
import { foldAscii } from './same-name'

const sqlite: Dialect = {
  name: 'sqlite',
  schemes: ['sqlite'],
  recognises: existsSync,
  connect,
  explainFailure,
  createIntrospector,
  foldColumnName: foldAscii,
  // NULL is the smallest value here by itself.
  orderTerm: (key, direction) => `${key.sql} ${direction}`,
  // A table can have as many columns. https://www.sqlite.org/limits.html#max_column
  maxResultColumns: 2000,
  maxOrderTerms: 2000,
}

export default sqlite

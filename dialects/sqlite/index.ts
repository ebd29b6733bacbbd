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
}

export default sqlite

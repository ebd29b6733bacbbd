/** SQLite files, 3.37 and newer. */
import { existsSync } from 'node:fs'
import type { Dialect } from '../../src/dialect/dialect'
import { connect, explainFailure, readRows } from './connection'
import { createIntrospector } from './introspector'

const sqlite: Dialect = {
  name: 'sqlite',
  schemes: ['sqlite'],
  recognises: existsSync,
  connect,
  explainFailure,
  createIntrospector,
  // SQLite folds the 26 ASCII letters of a name and no others.
  isSameColumn: (asked, actual) => foldAscii(asked) === foldAscii(actual),
  // NULL is the smallest value here by itself.
  orderTerm: (key, direction) => `${key.sql} ${direction}`,
  readRows,
}

export default sqlite

function foldAscii(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

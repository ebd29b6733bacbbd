/** PostgreSQL, 12 and newer. */
import type { Dialect } from '../../src/dialect/dialect'
import type * as connection from './connection'
import { explainFailure } from './explain-failure'
import { createIntrospector, usableSchemas } from './introspector'

const postgres: Dialect = {
  name: 'postgres',
  schemes: ['postgres', 'postgresql'],
  // Loads the driver, which takes a while, only where such a database is served.
  connect: (...given) => {
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    const { connect } = require('./connection') as typeof connection
    return connect(...given)
  },
  explainFailure,
  createIntrospector,
  usableSchemas,
  foldColumnName: (name) => name,
  orderTerm: ({ sql, isNullable }, direction) => {
    // NULL is the largest value here unless the order says otherwise.
    const place = direction === 'asc' ? 'first' : 'last'
    return `${sql} ${direction}${isNullable ? ` nulls ${place}` : ''}`
  },
  // https://www.postgresql.org/docs/current/limits.html; fields of a row without a type are f1, f2 …
  packing: {
    maxExpressions: 1664,
    pack: (cells) => `row(${cells})`,
    unpack: (packed, index) => `(${packed}).f${index + 1}`,
  },
}

export default postgres

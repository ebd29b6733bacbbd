/** PostgreSQL, 12 and newer. */
import type { Dialect } from '../../src/dialect/dialect'
import type * as connection from './connection'
import { explainFailure } from './explain-failure'
import { createIntrospector, usableSchemas } from './introspector'
import { orderTerm } from './order-key'

const postgres: Dialect = {
  name: 'postgres',
  schemes: ['postgres', 'postgresql'],
  // Loads the driver, which is slow, only for a database of this engine.
  connect: (...args) => {
    // oxlint-disable-next-line typescript/no-require-imports
    const { connect } = require('./connection') as typeof connection
    return connect(...args)
  },
  explainFailure,
  createIntrospector,
  usableSchemas,
  foldTableName: (name) => name,
  mayBeEmptyBriefly: false,
  foldColumnName: (name) => name,
  orderTerm,
  comparesRowsByIndex: true,
  // https://www.postgresql.org/docs/current/sql-prepare.html: it compares generic and custom plans.
  plansByBounds: true,
  // https://www.postgresql.org/docs/current/limits.html; the fields of an anonymous row are f1, f2 …
  packing: {
    maxExpressions: 1664,
    pack: (cells) => `row(${cells})`,
    unpack: (packed, index) => `(${packed}).f${index + 1}`,
  },
}

export default postgres

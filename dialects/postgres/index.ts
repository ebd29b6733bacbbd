/** PostgreSQL, 12 and newer. */
import type { Dialect } from '../../src/dialect/dialect'
import { connect, explainFailure } from './connection'
import { createIntrospector, usableSchemas } from './introspector'

const postgres: Dialect = {
  name: 'postgres',
  schemes: ['postgres', 'postgresql'],
  connect,
  explainFailure,
  createIntrospector,
  usableSchemas,
  isSameColumn: (asked, actual) => asked === actual,
  orderTerm: ({ sql, isNullable }, direction) => {
    // NULL is the largest value here unless the order says otherwise.
    const place = direction === 'asc' ? 'first' : 'last'
    return `${sql} ${direction}${isNullable ? ` nulls ${place}` : ''}`
  },
}

export default postgres

import type { DialectForTests } from '../../test/support/dialect-for-tests'
import type { Differences, TypeNames } from '../../test/support/expected-json'

/** None: stored values come back by the rules alone. */
export const differences: Differences = {}

export const typeNames: TypeNames = () => ({
  integer: 'integer',
  text: 'text',
  varchar: 'character varying(60)',
})

/** Fails for the rows of `people`, and only when a statement computes it. */
export const failingExpression = '(select p.id from people p)'

export const keylessOrder: DialectForTests['keylessOrder'] = 'values'

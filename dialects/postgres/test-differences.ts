import type { Differences, TypeNames } from '../../test/support/expected-json'

/** None: stored values come back by the rules alone. */
export const differences: Differences = {}

export const typeNames: TypeNames = () => ({
  integer: 'integer',
  text: 'text',
  varchar: 'character varying(60)',
})

import type { Differences } from '../../test/support/expected-json'

/** None: stored values come back by the rules alone. */
export const differences: Differences = {}

import type { DatabaseOptions } from '../../../src'
import { NO_FUNCTIONS, NO_LISTS, NO_NUMBERS, type OptionCases } from './option-case'

export const databaseOptions: OptionCases<DatabaseOptions> = {
  poolSize: { valid: 3, wrong: [0, ...NO_NUMBERS], testedIn: 'test/contract/waiting.test.ts' },
  maxWaiting: { valid: 0, wrong: NO_NUMBERS, testedIn: 'test/contract/waiting.test.ts' },
  connectTimeout: {
    valid: 9,
    wrong: [0, ...NO_NUMBERS],
    testedIn: 'test/contract/waiting.test.ts',
  },
  statementTimeout: {
    valid: 9,
    wrong: [0, ...NO_NUMBERS],
    testedIn: 'test/contract/cancellation.test.ts',
  },
  maxReplicaLag: {
    valid: 0,
    wrong: NO_NUMBERS,
    testedIn: 'dialects/postgres/hosts.test.ts',
  },
  idleTimeout: { valid: 0, wrong: NO_NUMBERS, testedIn: 'dialects/postgres/pooler.test.ts' },
  maxResponseBytes: {
    valid: 2000,
    wrong: [9, ...NO_NUMBERS],
    testedIn: 'test/contract/library.test.ts',
  },
  schemas: {
    valid: ['a'],
    wrong: [[], ...NO_LISTS],
    testedIn: 'dialects/postgres/schemas.test.ts',
  },
  maxTotalAge: { valid: 0, wrong: NO_NUMBERS, testedIn: 'test/contract/aged-totals.test.ts' },
  plainReads: { valid: true, wrong: ['true', 1], testedIn: 'test/docs/query-path.test.ts' },
  now: { valid: () => 0, wrong: NO_FUNCTIONS, testedIn: 'test/contract/cached-totals.test.ts' },
}

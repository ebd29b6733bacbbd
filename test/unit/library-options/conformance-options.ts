import type { ConformanceOptions } from '../../../src/conformance'
import { doNothing, NO_FUNCTIONS, NO_LISTS, NO_NUMBERS, type OptionCases } from './option-case'

const CONFORMANCE_TESTS = 'test/conformance/changing-data.test.ts'

export const conformanceOptions: OptionCases<ConformanceOptions> = {
  baseUrl: {
    valid: 'http://127.0.0.1:1',
    wrong: [undefined, '/api', 'ftp://a', 1],
    testedIn: CONFORMANCE_TESTS,
  },
  headers: {
    valid: { a: 'b' },
    wrong: ['a: b', { a: 1 }],
    testedIn: 'test/conformance/own-server.test.ts',
  },
  level: { valid: 'must', wrong: ['all', '', 1], testedIn: 'test/conformance/own-server.test.ts' },
  tables: { valid: ['a'], wrong: NO_LISTS, testedIn: CONFORMANCE_TESTS },
  maxRequests: { valid: 1, wrong: [0, ...NO_NUMBERS], testedIn: CONFORMANCE_TESTS },
  timeout: { valid: 1, wrong: [0, 2 ** 31, ...NO_NUMBERS], testedIn: CONFORMANCE_TESTS },
  pageRows: { valid: 1, wrong: [0, ...NO_NUMBERS], testedIn: CONFORMANCE_TESTS },
  only: { valid: () => true, wrong: NO_FUNCTIONS, testedIn: CONFORMANCE_TESTS },
  onResults: { valid: doNothing, wrong: NO_FUNCTIONS, testedIn: CONFORMANCE_TESTS },
}

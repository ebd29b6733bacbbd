import type { ClientOptions } from '../../../src/client'
import { NO_FUNCTIONS, type OptionCases } from './option-case'

const CLIENT_TESTS = 'test/client/client.test.ts'
const OTHER_SERVERS = 'test/client/other-servers.test.ts'

export const clientOptions: OptionCases<ClientOptions> = {
  baseUrl: {
    valid: 'http://h/api',
    wrong: [undefined, 1, null, '/api', 'http://h?a'],
    testedIn: CLIENT_TESTS,
  },
  headers: { valid: () => ({}), wrong: ['a: b', 1], testedIn: CLIENT_TESTS },
  fetch: { valid: fetch, wrong: NO_FUNCTIONS, testedIn: OTHER_SERVERS },
  parse: { valid: JSON.parse, wrong: NO_FUNCTIONS, testedIn: OTHER_SERVERS },
}

import { readSecrets, type ApiKeyHeaders, type JwtOptions } from '../../../src'
import { NO_TEXTS, type OptionCases } from './option-case'

export const SECRET = 'a secret of at least thirty-two characters'
export const SECRETS = readSecrets([{ name: 'ada', secret: 'correct-horse-battery' }])

const JWT_TESTS = 'test/unit/json-web-tokens.test.ts'

export const jwtOptions: OptionCases<JwtOptions> = {
  key: {
    valid: { secret: SECRET },
    wrong: [
      ...[undefined, SECRET, {}, { secret: 'short' }, { publicKey: 'no PEM' }],
      ...[{ jwksUrl: 'http://keys.example/' }, { jwksUrl: 'https://a:b@keys.example/' }],
      ...[
        { secret: SECRET, jwksUrl: 'https://keys.example/' },
        { secret: SECRET, cooldown: 1 },
      ],
    ],
    testedIn: JWT_TESTS,
  },
  algorithms: { valid: ['HS512'], wrong: [[], ['none'], ['RS256'], 'HS256'], testedIn: JWT_TESTS },
  issuer: { valid: 'a', wrong: NO_TEXTS, testedIn: JWT_TESTS },
  audience: { valid: 'a', wrong: NO_TEXTS, testedIn: JWT_TESTS },
  clockTolerance: {
    valid: 0,
    wrong: ['5', -1, NaN],
    testedIn: 'test/contract/hostile-input.test.ts',
  },
  rolesClaim: { valid: 'a', wrong: NO_TEXTS, testedIn: JWT_TESTS },
  permissionsClaim: { valid: 'a', wrong: NO_TEXTS, testedIn: JWT_TESTS },
  databaseRoleClaim: { valid: 'a', wrong: NO_TEXTS, testedIn: JWT_TESTS },
}

export const apiKeyHeaders: OptionCases<ApiKeyHeaders> = {
  key: { valid: 'X-Key', wrong: ['a b', ...NO_TEXTS], testedIn: 'test/unit/openapi.test.ts' },
  user: { valid: 'X-User', wrong: ['a:', ...NO_TEXTS], testedIn: 'test/unit/openapi.test.ts' },
}

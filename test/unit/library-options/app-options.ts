import Router from '@koa/router'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import {
  addressBehind,
  apiKeys,
  bearerTokens,
  databaseCallerBy,
  permissionsBy,
  rateLimit,
  readPermissions,
  type AppOptions,
  type DocumentOptions,
  type RoutesOptions,
} from '../../../src'
import { NO_TABLES } from '../../support/no-tables'
import { SECRETS } from './authentication-options'
import { doNothing, NO_FUNCTIONS, NO_NUMBERS, NO_TEXTS, type OptionCases } from './option-case'

const limit = rateLimit(new RateLimiterMemory({ points: 1, duration: 1 }), addressBehind([]))

export const routesOptions: OptionCases<RoutesOptions> = {
  tables: {
    valid: NO_TABLES,
    wrong: [undefined, {}, { tables: NO_TABLES }, 'postgres://'],
    testedIn: 'test/contract/library.test.ts',
  },
  mountPath: {
    valid: '/a/b',
    wrong: ['a', '/a/', '/:a', '/a/..', ...NO_TEXTS],
    testedIn: 'test/contract/library.test.ts',
  },
  maxLimit: { valid: 5, wrong: [0, ...NO_NUMBERS], testedIn: 'test/contract/walk.test.ts' },
  responseTimeout: {
    valid: 100,
    wrong: [99, ...NO_NUMBERS],
    testedIn: 'test/unit/http-server.test.ts',
  },
  authenticate: {
    valid: [bearerTokens(SECRETS), apiKeys(SECRETS)],
    wrong: ['ada', {}, [], [doNothing], SECRETS],
    testedIn: 'test/contract/caching.test.ts',
  },
  cacheControl: {
    valid: 'no-store',
    wrong: ['a\nb', 'max age 5', 'max-age=', 'no-store,', '', ...NO_TEXTS],
    testedIn: 'test/contract/caching.test.ts',
  },
  rateLimit: { valid: limit, wrong: [5, doNothing, {}], testedIn: 'test/unit/rate-limits.test.ts' },
  permissionOf: {
    valid: permissionsBy(readPermissions({})),
    wrong: [readPermissions({}), ...NO_FUNCTIONS],
    testedIn: 'test/contract/permissions.test.ts',
  },
  databaseCallerOf: {
    valid: databaseCallerBy('web'),
    wrong: NO_FUNCTIONS,
    testedIn: 'dialects/postgres/caller-session.test.ts',
  },
}

/** Without those of `routesOptions`. */
export const appOptions: OptionCases<Omit<AppOptions, keyof RoutesOptions>> = {
  corsOrigins: {
    valid: ['https://app.example'],
    wrong: ['*', ['https://app.example/'], ['app.example']],
    testedIn: 'test/unit/cross-origin.test.ts',
  },
  compression: { valid: false, wrong: ['false', 0], testedIn: 'test/unit/compression.test.ts' },
  maxUrlLength: { valid: 99, wrong: [0, ...NO_NUMBERS], testedIn: 'test/unit/http-server.test.ts' },
  onResponse: { valid: doNothing, wrong: NO_FUNCTIONS, testedIn: 'test/unit/request-log.test.ts' },
  otherRoutes: {
    valid: [new Router()],
    wrong: [new Router(), [doNothing], {}],
    testedIn: 'test/unit/built-page.test.ts',
  },
}

/** Without those of `createApp`. */
export const documentOptions: OptionCases<Omit<DocumentOptions, keyof AppOptions>> = {
  otherPaths: {
    valid: { health: true },
    wrong: [true, { health: 'yes' }, { docs: true }],
    testedIn: 'test/unit/openapi.test.ts',
  },
}

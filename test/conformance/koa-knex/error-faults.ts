/** Faults of the Koa + knex implementation in its errors, headers and authentication. */
import type { PlantedFault } from '../planted-fault'

export const ERROR_FAULTS: readonly PlantedFault[] = [
  {
    fault: 'an unknown table has another code',
    changes: { TABLE_NOT_FOUND: 'UNKNOWN_TABLE' },
    caughtBy: 'errors/unknown-table',
  },
  {
    fault: 'an unknown table is 400',
    changes: { "(404, 'TABLE_NOT_FOUND'": "(400, 'TABLE_NOT_FOUND'" },
    caughtBy: 'errors/unknown-table',
  },
  {
    fault: 'an unknown table has no details',
    changes: { 'no table ${table}.`, details': 'no table ${table}.`' },
    caughtBy: 'errors/unknown-table-details',
  },
  {
    fault: 'availableTables is a number',
    changes: { '{ table, availableTables }': '{ table, availableTables: availableTables.length }' },
    caughtBy: 'errors/unknown-table-details',
  },
  {
    fault: 'availableTables is empty',
    changes: { '{ table, availableTables }': '{ table, availableTables: [] }' },
    caughtBy: 'errors/available-tables',
  },
  {
    fault: 'text after a number is ignored',
    changes: {
      '/^\\d+$/': '/^\\d/',
      'return Number(value)': 'return Number.parseInt(value, 10)',
    },
    caughtBy: 'invalid/page',
  },
  {
    fault: 'wrong numbers count as 1',
    changes: { "throw invalid(name, value, 'a positive integer')": 'return 1' },
    caughtBy: 'invalid/page',
  },
  {
    fault: 'limit 0 is accepted',
    changes: { 'Number(value) < 1)': "(name === 'page' && Number(value) < 1))" },
    caughtBy: 'invalid/limit',
  },
  {
    fault: 'wrong parameters are 422',
    changes: { "(400, 'INVALID_QUERY'": "(422, 'INVALID_QUERY'" },
    caughtBy: 'invalid/table-missing',
  },
  {
    fault: 'details have no constraint',
    changes: { '{ parameter, value, constraint }': '{ parameter, value }' },
    caughtBy: 'invalid/page-details',
  },
  {
    fault: 'details have the converted value',
    changes: { 'invalid(name, value,': 'invalid(name, Number(value),' },
    caughtBy: 'invalid/page-details',
  },
  {
    fault: 'details have the name of another parameter',
    changes: { "invalid('sort', item": "invalid('order', item" },
    caughtBy: 'invalid/sort-details',
  },
  {
    fault: 'the direction of a sort is optional',
    changes: {
      '/^(.*):(asc|desc)$/': '/^([^:]*)(?::(asc|desc))?$/',
      "order = ''": "order = 'asc'",
    },
    caughtBy: 'invalid/sort',
  },
  {
    fault: 'a sort by an unknown column fails in the database',
    changes: { '!known.includes(column)': '/\\W|^$/.test(column)' },
    caughtBy: 'invalid/sort-column',
  },
  {
    fault: 'unknown columns are ignored',
    changes: {
      'if (unknown !== undefined) throw': 'if (unknown === true) throw',
      '  return names\n': '  return names?.filter((name) => known.includes(name))\n',
    },
    caughtBy: 'invalid/columns',
  },
  {
    fault: 'an unknown column in filterColumns fails in the database',
    changes: { 'unknown !== undefined)': "unknown !== undefined && parameter === 'columns')" },
    caughtBy: 'invalid/filter-columns',
  },
  {
    fault: 'the reset of the rate limit is in milliseconds',
    changes: { '/ 60_000) * 60)': '/ 60_000) * 60_000)' },
    caughtBy: 'headers/rate-limit',
  },
  {
    fault: 'the reset of the rate limit is in seconds from now',
    changes: { 'String(Math.ceil(Date.now() / 60_000) * 60)': "'60'" },
    caughtBy: 'headers/rate-limit',
  },
  {
    fault: 'a negative number of requests remains',
    changes: { 'Math.max(0, RATE_LIMIT - ++requests)': '-1 - requests' },
    caughtBy: 'headers/rate-limit',
  },
  {
    fault: 'the ETag has no quotes',
    changes: {
      '`"${createHash': '`${createHash',
      "digest('base64url')}\"`": "digest('base64url')}`",
    },
    caughtBy: 'headers/etag',
  },
  {
    fault: 'the ETag does not depend on the parameters',
    changes: { 'update(text)': 'update(ctx.path)' },
    caughtBy: 'headers/etag-of-query',
  },
  {
    fault: 'every conditional request is 304',
    changes: { "ctx.get('If-None-Match') !== tag": "ctx.get('If-None-Match') === ''" },
    caughtBy: 'headers/not-modified',
  },
  {
    fault: 'an equal ETag is 412',
    changes: { 'ctx.status = 304\n  ctx.body = null': 'ctx.status = 412' },
    caughtBy: 'headers/not-modified',
  },
  {
    fault: 'Cache-Control is not well-formed',
    changes: { "'private, no-cache'": "'private; no-cache'" },
    caughtBy: 'headers/cache-control',
  },
  {
    fault: 'shared caches may store authenticated responses',
    changes: { "'private, no-cache'": "'public, max-age=60'" },
    apiKey: true,
    caughtBy: 'headers/shared-caches',
  },
  {
    fault: 'missing credentials are 403',
    changes: { "(401, 'AUTH": "(403, 'AUTH" },
    apiKey: true,
    caughtBy: 'authentication/missing',
  },
  {
    fault: 'missing credentials have another code',
    changes: { AUTHENTICATION_FAILED: 'UNAUTHORIZED' },
    apiKey: true,
    caughtBy: 'authentication/missing',
  },
  {
    fault: 'the list of tables needs no credentials',
    changes: {
      'apiKey === undefined ||': "apiKey === undefined || ctx.path.endsWith('/tables') ||",
    },
    apiKey: true,
    caughtBy: 'authentication/missing',
  },
  {
    fault: 'a 401 has no details',
    changes: { "X-API-Key is needed.', details": "X-API-Key is needed.'" },
    apiKey: true,
    caughtBy: 'authentication/missing-details',
  },
  {
    fault: 'any credentials are accepted',
    changes: { "ctx.get('X-API-Key') === apiKey": "ctx.get('X-API-Key') !== ''" },
    apiKey: true,
    caughtBy: 'authentication/wrong',
  },
  {
    fault:
      'credentials are checked after the table, so callers without them see the names of all tables',
    changes: {
      'authenticate(ctx, apiKey)\n      sendCacheable(ctx, await bodyOf(ctx, db))':
        'const body = await bodyOf(ctx, db)\n      authenticate(ctx, apiKey)\n      sendCacheable(ctx, body)',
    },
    apiKey: true,
    caughtBy: 'authentication/nothing-shows',
  },
]

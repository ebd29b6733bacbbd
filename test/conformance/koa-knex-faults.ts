/** Faults of the Koa + knex implementation, one by one, each with the check that names it. */
import type { PlantedFault } from './planted-fault'

export const KOA_KNEX_FAULTS: readonly PlantedFault[] = [
  {
    fault: 'a row lacks the first column',
    changes: { "'columns', known) ?? known": "'columns', known) ?? known.slice(1)" },
    caughtBy: 'selection/all',
  },
  {
    fault: 'columns is validated and ignored',
    changes: {
      "namesIn(parameters, 'columns', known) ?? known":
        "(namesIn(parameters, 'columns', known) ?? true) && known",
    },
    caughtBy: 'selection/each',
  },
  {
    fault: 'only the first of several columns is returned',
    changes: {
      '  return names\n': "  return parameter === 'columns' ? names?.slice(0, 1) : names\n",
    },
    caughtBy: 'selection/several',
  },
  {
    fault: 'selected columns have the values of the first one',
    changes: {
      'json(row[name])': "json(row[columns.length === known.length ? name : (columns[0] ?? '')])",
    },
    caughtBy: 'selection/values',
  },
  {
    fault: 'columns are out of order',
    changes: {
      '  return names\n': "  return parameter === 'columns' ? names?.toSorted() : names\n",
    },
    caughtBy: 'same-values/key-order',
  },
  {
    fault: 'total is the number of rows of the page',
    changes: { 'limit, total, totalPages': 'limit, total: rows.length, totalPages' },
    caughtBy: 'pages/total',
  },
  {
    fault: 'totalPages is rounded down',
    changes: { 'Math.ceil(total / limit)': 'Math.floor(total / limit)' },
    caughtBy: 'pages/total-pages',
  },
  {
    fault: 'totalPages is one too many if the last page is full',
    changes: { 'Math.ceil(total / limit)': 'Math.floor(total / limit) + 1' },
    caughtBy: 'pages/total-pages',
  },
  {
    fault: 'totalPages of an empty table is 1',
    changes: { 'Math.ceil(total / limit)': 'Math.max(1, Math.ceil(total / limit))' },
    caughtBy: 'pages/total-pages',
  },
  {
    fault: 'a page after the last one is refused',
    changes: {
      '  const key = described':
        "  if (page > 1 && (page - 1) * limit >= total) throw invalid('page', `${page}`, 'a page')\n  const key = described",
    },
    caughtBy: 'pages/past-the-end',
  },
  {
    fault: 'total is 0 after the last page',
    changes: { 'limit, total, totalPages': 'limit, total: rows.length && total, totalPages' },
    caughtBy: 'pages/past-the-end',
  },
  {
    fault: 'every other page is sorted the other way round',
    changes: { "order: 'asc',": "order: page % 2 === 0 ? 'desc' : 'asc'," },
    caughtBy: 'pages/walk',
  },
  {
    fault: 'a limit above 100 is refused',
    changes: {
      'Number(value) < 1)': "Number(value) < 1 || (name === 'limit' && Number(value) > 250))",
    },
    caughtBy: 'pages/recommended-limits',
  },
  {
    fault: 'a sort leaves out the rows with NULL',
    changes: {
      '    .orderBy([': '    .whereNotNull(order[0]?.column ?? known[0] ?? "")\n    .orderBy([',
    },
    caughtBy: 'sort/each-column',
  },
  {
    fault: 'desc is ignored for one column',
    changes: {
      'return { column, order }': "return { column, order: column === 'city' ? 'asc' : order }",
    },
    caughtBy: 'sort/reverse',
  },
  {
    fault: 'only the first sort term counts',
    changes: { '[...order, ...last]': '[...order.slice(0, 1), ...last]' },
    caughtBy: 'sort/several',
  },
  {
    fault: 'the last sort term counts first',
    changes: { '[...order, ...last]': '[...order.toReversed(), ...last]' },
    caughtBy: 'sort/several',
  },
  {
    fault: 'a sort by a column that is not returned is ignored',
    changes: {
      '[...order, ...last]': '[...order.filter((one) => columns.includes(one.column)), ...last]',
    },
    caughtBy: 'sort/column-not-returned',
  },
  {
    fault: 'the search term is not in lower case, the texts are',
    changes: { '.toLowerCase()\n': '\n' },
    caughtBy: 'search/case',
  },
  {
    fault: 'every text column must have the text',
    changes: { "whereRaw('false')": "whereRaw('true')", 'either.orWhereRaw': 'either.andWhereRaw' },
    caughtBy: 'search/finds',
  },
  {
    fault: 'a search reads the first text column alone',
    changes: {
      '?? textColumns.map(({ name }) => name)':
        '?? textColumns.map(({ name }) => name).slice(0, 1)',
    },
    caughtBy: 'search/finds',
  },
  {
    fault: 'quotes in a search break the statement',
    changes: {
      "'instr(lower(??), ?) > 0', [name, needle]": "`instr(lower(??), '${needle}') > 0`, [name]",
    },
    caughtBy: 'search/literal',
  },
  {
    fault: 'punctuation is removed from the search term',
    changes: { '.toLowerCase()\n': ".toLowerCase().replace(/[^a-z0-9 ]/g, '')\n" },
    caughtBy: 'search/literal',
  },
  {
    fault: 'the total of a search is the number of rows of the page',
    changes: {
      'limit, total, totalPages': "limit, total: needle === '' ? total : rows.length, totalPages",
    },
    caughtBy: 'search/total',
  },
  {
    fault: 'only the first of several filterColumns is searched',
    changes: { "'filterColumns', known) ??": "'filterColumns', known)?.slice(0, 1) ??" },
    caughtBy: 'search/several-columns',
  },
  {
    fault: 'only returned columns are searched',
    changes: {
      'textColumns.map(({ name }) => name)':
        'textColumns.map(({ name }) => name).filter((name) => columns.includes(name))',
    },
    caughtBy: 'search/with-sort-and-columns',
  },
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
    fault: 'a number may be followed by anything',
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
    fault: 'fewer than no requests remain',
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
    fault: 'the ETag is that of the path without the parameters',
    changes: { 'update(text)': 'update(ctx.path)' },
    caughtBy: 'headers/etag',
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

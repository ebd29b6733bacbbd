/** Faults of the Koa + knex implementation in the tables and rows that it returns. */
import type { PlantedFault } from '../planted-fault'

export const ROW_FAULTS: readonly PlantedFault[] = [
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
    fault: 'totalPages is one too high if the last page is full',
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
    fault: 'a limit above 250 is refused',
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
]

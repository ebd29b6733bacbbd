/** Invalid parameter values: status, code and details of the error. */
import { NotApplicable, type Check, type TableUnderTest } from '../check'
import { listable } from '../column-kind'
import { quoted, type SentenceNumber } from '../contract'
import { expectInvalid, UNKNOWN } from '../error-body'
import { isRecord, type Exchange } from '../exchange'

interface Case {
  readonly parameter: string
  readonly value: string
}

type Cases = (t: TableUnderTest) => readonly Case[]

const NUMBERS = ['0', '-1', '1.5', 'abc', '1,2', 'NaN', 'Infinity', '1x', '-0', '9e99x']

const numbers =
  (parameter: string): Cases =>
  () =>
    NUMBERS.map((value) => ({ parameter, value }))

/** @param valuesWith invalid lists, made with the name of an existing column */
const lists =
  (parameter: string, valuesWith: (column: string) => readonly string[]): Cases =>
  (t) => {
    const [column] = listable(t.table.columns)
    if (!column) throw new NotApplicable('the table has no column whose name needs no quotes')
    return valuesWith(column.name).map((value) => ({ parameter, value }))
  }

export const invalidQuery: readonly Check[] = [
  {
    id: 'invalid/table-missing',
    level: 'must',
    title: 'A query without table is 400 INVALID_QUERY.',
    sentences: quoted('9.5', '13.2'),
    scope: 'service',
    run: async (service) => {
      for (const path of ['query', 'query?page=1'])
        expectInvalid(service, await service.get(path), 'a query without table')
    },
  },
  ...refused('page', 'A page that is not a positive integer', numbers('page'), '14.3', '7.2'),
  ...refused('limit', 'A limit that is not a positive integer', numbers('limit'), '14.3', '7.3'),
  ...refused(
    'sort',
    'A sort that is not of the form column:asc or column:desc',
    lists('sort', (column) => [
      column,
      `${column}:`,
      `${column}:up`,
      `${column}:ascending`,
      `${column} desc`,
      `${column}:asc;${column}:desc`,
      ':asc',
    ]),
    '7.6',
  ),
  ...refused(
    'sort-column',
    'A sort by an unknown column',
    lists('sort', (column) => [`${UNKNOWN}:asc`, `${column}:asc,${UNKNOWN}:desc`]),
    '7.6',
  ),
  ...refused(
    'columns',
    'An unknown column in columns',
    lists('columns', (column) => [UNKNOWN, `${column},${UNKNOWN}`]),
    '7.7',
  ),
  ...refused(
    'filter-columns',
    'An unknown column in filterColumns',
    lists('filterColumns', () => [UNKNOWN]),
    '7.5',
  ),
]

/** Two checks: of the status and the code, and of the details. */
function refused(
  name: string,
  subject: string,
  cases: Cases,
  ...sentences: readonly SentenceNumber[]
): readonly Check[] {
  const send = (t: TableUnderTest, { parameter, value }: Case): Promise<Exchange> =>
    t.query({ ...(parameter === 'filterColumns' && { filter: 'a' }), [parameter]: value })
  return [
    {
      id: `invalid/${name}`,
      level: 'must',
      title: `${subject} is 400 INVALID_QUERY.`,
      sentences: quoted(...sentences, '9.5', '13.2', '13.1'),
      scope: 'table',
      needsFewTables: true,
      run: async (t) => {
        for (const one of cases(t))
          expectInvalid(t, await send(t, one), `${one.parameter}=${one.value}`)
      },
    },
    {
      id: `invalid/${name}-details`,
      level: 'must',
      title: `${subject} has details: the parameter, the received value, and a constraint.`,
      sentences: quoted('13.2', '5.3'),
      scope: 'table',
      needsFewTables: true,
      run: async (t) => {
        for (const one of cases(t)) expectDetails(t, await send(t, one), one)
      },
    },
  ]
}

/** For a list, `details.value` may also be the wrong item, or the wrong part of the item. */
function expectDetails(t: TableUnderTest, exchange: Exchange, sent: Case): void {
  // Another check tests the status.
  if (exchange.status !== 400 || !isRecord(exchange.body)) return
  const { details } = exchange.body
  if (!isRecord(details)) {
    t.fault(exchange, 'details is missing')
    return
  }
  const { parameter, value, constraint } = details
  if (parameter !== sent.parameter)
    t.fault(exchange, `details.parameter is ${String(parameter)}, not ${sent.parameter}`)
  const isPart = typeof value === 'string' && value !== '' && sent.value.includes(value)
  const isList = sent.parameter !== 'page' && sent.parameter !== 'limit'
  if (!(isList && isPart) && String(value) !== sent.value) {
    const got = JSON.stringify(value) as string | undefined
    t.fault(exchange, `details.value is ${got ?? 'missing'}, not ${sent.value}`)
  }
  if (typeof constraint !== 'string' || constraint === '')
    t.fault(exchange, 'details.constraint must be a non-empty string')
}

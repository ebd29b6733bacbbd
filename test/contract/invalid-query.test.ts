import { conformance } from '../../fixtures/conformance/conformance'
import { describeEachEngine } from '../support/describe-each-engine'

const PAGE = 'a whole number from 1, in decimal digits'
const LIMIT = 'a whole number from 1 to 1000, in decimal digits'
const SORT = 'of the form column:asc or column:desc'
const EMPTY_ITEM = 'a name, not empty'
const TEXT_COLUMN = 'a text column; only text columns can be searched'
const UTF8 = 'percent-encoded UTF-8'

type Case = [query: string, parameter: string, value: unknown, constraint: string]

const MALFORMED: Case[] = [
  ['', 'table', null, 'the name of a table'],
  ['table=', 'table', '', 'the name of a table'],
  ['table=people&table=numbers', 'table', ['people', 'numbers'], 'given once'],
  ['table=people&page=1&page=1', 'page', ['1', '1'], 'given once'],
  ['table=people&filter=&filter=', 'filter', ['', ''], 'given once'],
  ...[
    '0',
    '-1',
    '+1',
    '1.0',
    '1e3',
    '01',
    ' 1',
    '1 ',
    '',
    'one',
    '١',
    '0x1',
    'NaN',
    'Infinity',
  ].flatMap((value): Case[] => [
    [`table=people&page=${encodeURIComponent(value)}`, 'page', value, PAGE],
    [`table=people&limit=${encodeURIComponent(value)}`, 'limit', value, LIMIT],
  ]),
  // The value as received: `+` is a blank elsewhere.
  ['table=people&filter=%zz+a', 'filter', '%zz+a', UTF8],
  ['table=people&limit=1001', 'limit', '1001', LIMIT],
  ['table=people&limit=99999999999999999999', 'limit', '99999999999999999999', LIMIT],
  [
    'table=people&page=9007199254740991&limit=2',
    'page',
    '9007199254740991',
    'small enough that page times limit is at most 9007199254740991',
  ],
  [
    `table=people&page=${'9'.repeat(400)}`,
    'page',
    '9'.repeat(400),
    'small enough that page times limit is at most 9007199254740991',
  ],
  [
    `table=people&filter=${'x'.repeat(1001)}`,
    'filter',
    'x'.repeat(1001),
    'at most 1000 characters',
  ],
  ['table=people&columns=', 'columns', '', 'a list of column names separated by commas'],
  [
    'table=people&filterColumns=',
    'filterColumns',
    '',
    'a list of column names separated by commas',
  ],
  ['table=people&sort=', 'sort', '', 'a list of column:asc or column:desc separated by commas'],
  ['table=people&columns=id,,name', 'columns', '', EMPTY_ITEM],
  ['table=people&columns=id,', 'columns', '', EMPTY_ITEM],
  ['table=people&columns=,id', 'columns', '', EMPTY_ITEM],
  ['table=people&columns=%20', 'columns', '', EMPTY_ITEM],
  ['table=people&filterColumns=name,,', 'filterColumns', '', EMPTY_ITEM],
  ['table=people&sort=id:asc,', 'sort', '', EMPTY_ITEM],
  ['table=people&columns=id,"name', 'columns', '"name', 'closed by a double quote'],
  [
    'table=people&columns="id"x',
    'columns',
    '"id"x',
    'a name, wrapped whole in double quotes or not at all',
  ],
  ...[
    'id',
    'id:',
    ':asc',
    'id:ASC',
    'id:up',
    'id:asc:',
    'id: asc',
    'id asc',
    '"id"',
    '"id"asc',
    '"id" :asc x',
  ].map((item): Case => [`table=people&sort=${encodeURIComponent(item)}`, 'sort', item, SORT]),
  ['table=people&sort=id:asc,name', 'sort', 'name', SORT],
  ['table=%00', 'table', '\0', 'text without NUL characters'],
  ['table=people&filter=a%00b', 'filter', 'a\0b', 'text without NUL characters'],
  ['table=people&filter=%', 'filter', '%', UTF8],
  ['table=people&filter=%zz', 'filter', '%zz', UTF8],
  ['table=people&filter=%ff', 'filter', '%ff', UTF8],
  ['table=people&filter=%c3', 'filter', '%c3', UTF8],
  ['table=people&filter=%ed%a0%80', 'filter', '%ed%a0%80', UTF8],
  ['table=%c0%af', 'table', '%c0%af', UTF8],
]

const UNKNOWN_COLUMNS: Case[] = [
  ['table=people&columns=id,nmae', 'columns', 'nmae', 'a column of table "people"'],
  ['table=people&sort=nmae:asc', 'sort', 'nmae', 'a column of table "people"'],
  [
    'table=people&filter=x&filterColumns=nmae',
    'filterColumns',
    'nmae',
    'a column of table "people"',
  ],
  ['table=people&filterColumns=nmae', 'filterColumns', 'nmae', 'a column of table "people"'],
  ['table=people&filter=x&filterColumns=name,age', 'filterColumns', 'age', TEXT_COLUMN],
  ['table=people&filterColumns=age', 'filterColumns', 'age', TEXT_COLUMN],
  ['table=people&columns=__proto__', 'columns', '__proto__', 'a column of table "people"'],
  ['table=people&columns=""', 'columns', '', 'a column of table "people"'],
  ['table=people&columns=*', 'columns', '*', 'a column of table "people"'],
  ['table=people&columns=people.id', 'columns', 'people.id', 'a column of table "people"'],
]

describeEachEngine('an invalid query', conformance, (t) => {
  it.each([...MALFORMED, ...UNKNOWN_COLUMNS])(
    '%j is refused',
    async (query, parameter, value, constraint) => {
      const { status, text } = await t.app.get(`query?${query}`)
      const body = JSON.parse(text) as Record<string, unknown>
      expect(body).toEqual({
        error: 'INVALID_QUERY',
        message: expect.any(String) as string,
        details: { parameter, value, constraint },
      })
      expect(status).toBe(400)
    },
  )

  it.each([
    ['columns=id,,name', 'An item of "columns" is empty.'],
    ['sort=id:asc,', 'An item of "sort" is empty.'],
    ['columns=id,"name', 'A name in "columns" has no closing double quote.'],
    ['sort="id', 'A name in "sort" has no closing double quote.'],
    ['filterColumns="id"x', 'A name in "filterColumns" has text after its closing double quote.'],
    ['sort=name', `Each item of "sort" must be ${SORT}.`],
    ['columns=', 'Parameter "columns" must be a list of column names separated by commas.'],
  ])('%j is refused with a message that names what is wrong: %s', async (parameter, message) => {
    const { text } = await t.app.get(`query?table=people&${parameter}`)
    expect((JSON.parse(text) as { message: string }).message).toBe(message)
  })

  it('suggests similar names for a misspelt column', async () => {
    const { text } = await t.app.get('query?table=people&columns=nmae')
    expect((JSON.parse(text) as { message: string }).message).toBe(
      'Table "people" has no column "nmae". Did you mean "name"?',
    )
  })

  it('has its syntax checked first, then the table, then the columns', async () => {
    const codes = []
    for (const query of [
      'table=nope&page=0',
      'table=nope&columns=nope',
      'table=people&columns=nope',
    ]) {
      const { text } = await t.app.get(`query?${query}`)
      codes.push((JSON.parse(text) as { error: string }).error)
    }
    expect(codes).toEqual(['INVALID_QUERY', 'TABLE_NOT_FOUND', 'INVALID_QUERY'])
  })
})

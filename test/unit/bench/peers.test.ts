/** The URLs of the compared servers for the same requests, and the parsing of their responses. */
import { PEERS } from '../../../scripts/bench/peers'
import { expectedPage, PEER_CASES } from '../../../scripts/bench/peers/peer-cases'

const FIRST = { page: 1, hasTotal: true }
const WITHOUT_TOTAL = { page: 1, hasTotal: false }
const DEEP = { page: 500, hasTotal: true }
const SEARCH = { page: 1, hasTotal: true, filter: 'row 12345' }

const WHERE =
  'name+like+%27%25row+12345%25%27+or+note+like+%27%25row+12345%25%27' +
  '+or+city+like+%27%25row+12345%25%27+or+email+like+%27%25row+12345%25%27'
const DATASETTE = '/bench/bench.json?_shape=objects&_size=10'
const DATASETTE_PATHS = [
  DATASETTE,
  `${DATASETTE}&_nocount=1`,
  `${DATASETTE}&_next=4990`,
  `${DATASETTE}&_where=${WHERE}`,
]

const PATHS = {
  tablequery: [
    '/api/table-viewer/query?table=bench&limit=10&page=1',
    '/api/table-viewer/query?table=bench&limit=10&page=1',
    '/api/table-viewer/query?table=bench&limit=10&page=500',
    '/api/table-viewer/query?table=bench&limit=10&page=1&filter=row%2012345',
  ],
  'Express + knex': [
    '/bench?limit=10&page=1',
    '/bench?limit=10&page=1&total=no',
    '/bench?limit=10&page=500',
    '/bench?limit=10&page=1&filter=row%2012345',
  ],
  'PHP-CRUD-API': [
    '/records/bench?page=1,10',
    '/records/bench?size=10',
    '/records/bench?page=500,10',
    '/records/bench?page=1,10&search=row%2012345',
  ],
  Soul: [
    '/api/tables/bench/rows?_limit=10&_page=1',
    undefined,
    '/api/tables/bench/rows?_limit=10&_page=500',
    '/api/tables/bench/rows?_limit=10&_page=1&_search=row%2012345',
  ],
  Datasette: DATASETTE_PATHS,
  'Datasette, immutable': DATASETTE_PATHS,
}

it('has a URL of each server for a page, a page without a total, a deep page and a search', () => {
  const paths = PEERS.map(({ name, path }) => [
    name,
    [FIRST, WITHOUT_TOTAL, DEEP, SEARCH].map((request) => path(request)),
  ])
  expect(Object.fromEntries(paths)).toEqual(PATHS)
})

const ROWS = [{ id: 1 }, { id: '2' }]

it.each([
  ['tablequery', { data: ROWS, pagination: { total: 7 } }],
  ['Express + knex', { data: ROWS, pagination: { total: 7 } }],
  ['PHP-CRUD-API', { records: ROWS, results: 7 }],
  ['Soul', { data: ROWS, total: 7 }],
  ['Datasette', { rows: ROWS, filtered_table_rows_count: 7 }],
  ['Datasette, immutable', { rows: ROWS, filtered_table_rows_count: 7 }],
])('reads ids and total from a response of %s', (name, body) => {
  const peer = PEERS.find((one) => one.name === name)
  expect(peer?.parse(body)).toEqual({ ids: [1, '2'], total: 7 })
})

it('reads no total from a response of Datasette without a count', () => {
  const peer = PEERS.find(({ name }) => name === 'Datasette')
  expect(peer?.parse({ rows: [], filtered_table_rows_count: null }).total).toBeUndefined()
})

describe('the expected page', () => {
  const of = (name: string): { ids: readonly number[]; total: number } => {
    const one = PEER_CASES.find((each) => each.name === name)
    if (!one) throw new Error(name)
    return expectedPage(one.request(0, 20_000), 20_000)
  }

  it.each([
    ['first page', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 20_000],
    ['random page', [31, 32, 33, 34, 35, 36, 37, 38, 39, 40], 20_000],
    ['search, hits many', [2, 4, 6, 8, 10, 12, 14, 16, 18, 20], 10_000],
    ['search, hits few', [12_345], 1],
    ['search, hits none', [], 0],
  ])('of the case "%s"', (name, ids, total) => {
    expect(of(name)).toEqual({ ids, total })
  })

  it('is shorter at the end of the table', () => {
    expect(expectedPage({ page: 3, hasTotal: true }, 25)).toEqual({
      ids: [21, 22, 23, 24, 25],
      total: 25,
    })
  })
})

import { withDeclaredKeys } from '../../src/core/layers/declared-keys'
import { readRequest, type Reader, type ReadRequest } from '../../src/core/reader'
import { KEY, planOfPage } from '../support/rows-by-hand'

const LETTER = { ...KEY, sql: 'letter' }

interface Read {
  readonly rows: readonly (readonly unknown[])[]
  readonly orders: readonly (readonly string[])[]
}

/** Reads a page of rows `[key, letter]`, which the server returns by key in the order of the list. */
async function pageOf(
  stored: readonly (readonly [number, string])[],
  { offset, limit }: { offset: number; limit: number },
  request: Partial<ReadRequest> = {},
): Promise<Read> {
  const orders: string[][] = []
  const server: Reader = {
    read: ({ plan }) => {
      const names = plan.order.map(({ key }) => key.sql)
      orders.push(names)
      const compare = (a: readonly [number, string], b: readonly [number, string]): number =>
        a[0] - b[0] || (names.length > 1 ? a[1].localeCompare(b[1]) : 0)
      const rows = stored
        .toSorted(compare)
        .slice(plan.offset, plan.offset + plan.limit)
        .map(([key, letter]) => plan.columns.map(({ select }) => (select === 'id' ? key : letter)))
      return Promise.resolve({ rows, total: stored.length })
    },
  }
  const plan = planOfPage(offset, limit)
  const { rows, total } = await withDeclaredKeys(server).read({
    ...readRequest({
      ...plan,
      table: { ...plan.table, declaredKey: [KEY] },
      columns: [{ select: 'id' }, { select: 'letter' }],
      order: [KEY, LETTER].map((key) => ({ key, direction: 'asc' })),
    }),
    ...request,
  })
  expect(total).toBe(stored.length)
  return { rows, orders }
}

const BY_KEY = ['id']
const BY_ALL = ['id', 'letter']

it.each([
  ['all keys differ', 9, [BY_KEY]],
  ['equal keys are before the page', 1, [BY_KEY]],
  ['equal keys are around its start', 2, [BY_KEY, BY_ALL]],
  ['equal keys are on it', 4, [BY_KEY, BY_ALL]],
  ['equal keys are around its end', 5, [BY_KEY, BY_ALL]],
  ['equal keys are after it', 6, [BY_KEY]],
])(
  'reads a page by the key, and again in the whole order if it must: %s',
  async (_, index, read) => {
    const letters = ['b', 'b', 'b', 'b', 'b', 'b', 'b', 'b', 'b', 'a']
    const stored = letters.map((letter, row) => [row, letter] as [number, string])
    // The last row has the key of another one, or its own.
    stored[9] = [index, 'a']
    const whole = stored.toSorted((a, b) => a[0] - b[0] || a[1].localeCompare(b[1]))
    const { rows, orders } = await pageOf(stored, { offset: 3, limit: 3 })
    expect(rows).toEqual(whole.slice(3, 6))
    expect(orders).toEqual(read)
  },
)

it('reads the first page, before which there is no row', async () => {
  const { rows } = await pageOf(
    [
      [1, 'b'],
      [2, 'b'],
      [3, 'b'],
    ],
    { offset: 0, limit: 2 },
  )
  expect(rows).toEqual([
    [1, 'b'],
    [2, 'b'],
  ])
})

it('leaves a page with a position to the next layer', async () => {
  const window = { isBackward: false, skip: 0, take: 1 }
  const { orders } = await pageOf([[1, 'b']], { offset: 0, limit: 1 }, { window })
  expect(orders).toEqual([BY_ALL])
})

/** Numbers of single precision, which SQLite does not have, are printed alike by all other engines. */
import { describeEachServer } from '../support/describe-each-server'
import { effort } from '../support/effort'

/** Numbers of each kind. */
const SIZE = effort(2000, 200_000)

/** Rows of a page, and of a statement that inserts rows. */
const ROWS = 1000

const TYPES = { postgres: 'real', mysql: 'float' }

/** Equal in every run: the generator of Park and Miller. */
let seed = 1

const values = [
  ...[0, 2 ** -149, 2 ** -126 - 2 ** -149, (2 - 2 ** -23) * 2 ** 127],
  ...Array.from({ length: 275 }, (_, index) => 2 ** (index - 148)).flatMap(withNeighbours),
  // Some are halfway between two numbers of single precision, or have neighbours of as few digits.
  ...Array.from({ length: 400 }, (_, index) => (1 + (index % 9)) * 10 ** ((index >> 3) - 15)),
  ...Array.from({ length: SIZE }, () => 2 ** 20 + random(2 ** 24) / 16),
  ...Array.from({ length: SIZE }, () => random(2 ** 24) * 2 ** (1 + random(8))),
  ...Array.from({ length: SIZE }, () => random(2_000_000) / 1000 - 1000),
  ...Array.from({ length: SIZE }, () => ofBits(random(0xff000000))),
  // Numbers of less than 24 binary digits.
  ...Array.from({ length: SIZE }, () => ofBits(random(0x800000))),
].map(Math.fround)

const texts = new Map<string, readonly string[]>()

for (const [dialect, type] of Object.entries(TYPES)) {
  describeEachServer(dialect, 'numbers of single precision', (server) => {
    it('are the same when a client reads them', async () => {
      const app = await server.serve([
        `create table singles (id integer primary key, value ${type})`,
        ...pagesOf(values).map((page, number) => {
          const rows = page.map((value, row) => {
            return `(${number * ROWS + row}, '${value.toExponential(16)}')`
          })
          return `insert into singles values ${rows.join()}`
        }),
      ])
      const printed: string[] = []
      for (let page = 1; (page - 1) * ROWS < values.length; page++) {
        const { text } = await app.get(
          `query?table=singles&columns=value&limit=${ROWS}&page=${page}`,
        )
        for (const [, number = ''] of text.matchAll(/\{"value":([^}]*)\}/g)) printed.push(number)
      }
      texts.set(server.name, printed)
      expect(printed.map((text) => Math.fround(Number(text)))).toEqual(values)
    }, 120_000)
  })
}

describe('numbers of single precision', () => {
  it('are printed alike by every engine under test', () => {
    const [first, ...others] = texts.values()
    for (const other of others) {
      expect(other.filter((text, index) => text !== first?.[index])).toEqual([])
    }
  })
})

function random(below: number): number {
  seed = (seed * 48_271) % 0x7fffffff
  return Math.floor((seed / 0x7fffffff) * below)
}

function withNeighbours(value: number): number[] {
  const step = Math.max(value * 2 ** -24, 2 ** -149)
  return [value - step, value, value + 2 * step]
}

function ofBits(bits: number): number {
  const [value = 0] = new Float32Array(Uint32Array.of(bits).buffer)
  return Number.isFinite(value) ? value : 1
}

function pagesOf<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / ROWS) }, (_, page) =>
    items.slice(page * ROWS, (page + 1) * ROWS),
  )
}

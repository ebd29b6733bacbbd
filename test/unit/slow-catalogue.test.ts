/** The cache of a catalogue whose statements take long. */
import { createCatalogueCache } from '../../src/core/catalogue/catalogue-cache'
import { tableSchema } from '../support/table-schema'

const RULES = { foldTableName: (name: string): string => name, mayBeEmptyBriefly: false }

it.each(['tables', 'description'] as const)(
  'starts few statements for the %s at the same time, however long they take',
  async (kind) => {
    let time = 0
    const ends: (() => void)[] = []
    const wait = <Result>(result: Result): Promise<Result> =>
      new Promise((resolve) => {
        ends.push(() => {
          resolve(result)
        })
      })
    const introspector = {
      listTables: () => Promise.resolve(['a']),
      describeTable: (name: string) => wait(tableSchema({ name })),
    }
    const cache = createCatalogueCache(introspector, RULES, () => time)
    await cache.listTables()
    introspector.listTables = () => wait(['a'])
    const read = (): Promise<unknown> =>
      kind === 'tables' ? cache.listTables() : cache.describeTable('a')
    const starts: number[] = []
    const waiting: Promise<unknown>[] = []
    for (time = 1000; time < 31_000; time += 100) {
      const before = ends.length
      waiting.push(read())
      await Promise.resolve()
      if (ends.length > before) starts.push(time)
    }
    for (const end of ends) end()
    await Promise.all(waiting)
    // Others start meanwhile, because a server that does not respond must not hold up all requests.
    expect(starts).toEqual([1000, 1900, 3700, 7300, 14_500, 28_900])
  },
)

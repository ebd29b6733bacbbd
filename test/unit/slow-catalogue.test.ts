/** The cache of a catalogue whose statements take long. */
import { createCatalogueCache } from '../../src/core/catalogue/catalogue-cache'
import { tableSchema } from '../support/table-schema'

const RULES = { foldTableName: (name: string): string => name, mayBeEmptyBriefly: false }

/** Statements that end when the test ends them, and a clock. */
function slowCatalogue(): {
  cache: ReturnType<typeof createCatalogueCache>
  running: (() => void)[]
  started: () => number
  time: number
} {
  const running: (() => void)[] = []
  let started = 0
  const wait = <Result>(result: Result): Promise<Result> => {
    started++
    return new Promise((resolve) => {
      running.push(() => {
        resolve(result)
      })
    })
  }
  const introspector = {
    listTables: () => wait(['a', 'b']),
    describeTable: (name: string) => wait(tableSchema({ name })),
  }
  const catalogue = { running, started: () => started, time: 0 }
  const cache = createCatalogueCache(introspector, RULES, () => catalogue.time)
  return Object.assign(catalogue, { cache })
}

const untilSettled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

it.each(['tables', 'descriptions'])('shares slow reads of %s for longer', async (kind) => {
  const catalogue = slowCatalogue()
  const { cache, running, started } = catalogue
  const read = (): Promise<unknown>[] =>
    kind === 'tables' ? [cache.listTables()] : [cache.describeTable('a'), cache.describeTable('b')]
  const end = async (): Promise<void> => {
    while (running.length > 0) {
      for (const complete of running.splice(0)) complete()
      await untilSettled()
    }
  }
  const listing = cache.listTables()
  await end()
  await listing
  const reads: Promise<unknown>[] = []
  // The first read takes six seconds.
  catalogue.time = 1000
  reads.push(...read())
  await untilSettled()
  catalogue.time = 7000
  await end()
  const before = started()
  for (catalogue.time = 10_000; catalogue.time < 22_000; catalogue.time += 100) {
    reads.push(...read())
    await untilSettled()
  }
  expect(started() - before).toBe(kind === 'tables' ? 1 : 2)
  // After twice the usual time, the server may not respond at all.
  catalogue.time = 22_100
  reads.push(...read())
  await untilSettled()
  expect(started() - before).toBe(kind === 'tables' ? 2 : 4)
  await end()
  await Promise.all(reads)
})

it('starts another read each second if the first one does not end', async () => {
  const catalogue = slowCatalogue()
  const { cache, running, started } = catalogue
  const reads: Promise<unknown>[] = []
  for (catalogue.time = 0; catalogue.time < 3000; catalogue.time += 100) {
    reads.push(cache.listTables())
  }
  expect(started()).toBe(4)
  for (const complete of running) complete()
  await Promise.all(reads)
})

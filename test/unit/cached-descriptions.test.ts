/** Which descriptions the catalogue cache keeps. */
import { createCatalogueCache } from '../../src/core/catalogue/catalogue-cache'
import type { TableSchema } from '../../src/dialect/schema'
import { tableSchema } from '../support/table-schema'
import { usedMemory } from '../support/used-memory'

const RULES = {
  foldTableName: (name: string): string => name.toLowerCase(),
  mayBeEmptyBriefly: false,
}

const table = (name: string): TableSchema => tableSchema({ name, from: name })

it('drops descriptions that are too old to be used, and so their cached statements', async () => {
  let time = 0
  const introspector = {
    listTables: () => Promise.resolve(['a', 'b']),
    describeTable: (name: string) => Promise.resolve(table(name)),
  }
  const cache = createCatalogueCache(introspector, RULES, () => time)
  const refer = async (name: string): Promise<WeakRef<TableSchema>> =>
    new WeakRef((await cache.describeTable(name)) ?? table('none'))
  const replaced = await refer('a')
  const other = await refer('b')
  time = 500
  const otherSpelling = await refer('A')
  time = 1000
  const current = await refer('a')
  const isCollected = async (): Promise<boolean[]> => {
    // Collects the garbage.
    await usedMemory()
    return [replaced, other, otherSpelling, current].map((reference) => !reference.deref())
  }
  expect(await isCollected()).toEqual([true, true, false, false])
  time = 1500
  await cache.describeTable('A')
  expect(await isCollected()).toEqual([true, true, true, false])
})

it('keeps a description that is still being read, however long that takes', async () => {
  let time = 0
  const names = ['slow', 'b']
  let resolveSlow: (table: TableSchema) => void = () => undefined
  const describeTable = jest.fn((name: string) =>
    name === 'slow'
      ? new Promise<TableSchema>((resolve) => (resolveSlow = resolve))
      : Promise.resolve(table(name)),
  )
  const introspector = { listTables: () => Promise.resolve(names), describeTable }
  const cache = createCatalogueCache(introspector, RULES, () => time)
  await cache.listTables()
  const slow = cache.describeTable('slow')
  await Promise.resolve()
  time = 1000
  await cache.describeTable('b')
  resolveSlow(table('slow'))
  const described = (await slow) ?? table('none')
  // Only a description that was kept can be forgotten.
  expect(cache.forget('slow', described)).toBe(true)
})

it('keeps at most 1,000 descriptions', async () => {
  const names = Array.from({ length: 1001 }, (_, index) => `t${index}`)
  const describeTable = jest.fn((name: string) => Promise.resolve(table(name)))
  const introspector = { listTables: () => Promise.resolve(names), describeTable }
  const cache = createCatalogueCache(introspector, RULES, () => 0)
  for (const name of names.slice(0, 1000)) await cache.describeTable(name)
  await cache.describeTable('t0')
  expect(describeTable).toHaveBeenCalledTimes(1000)
  await cache.describeTable('t1000')
  await cache.describeTable('t0')
  expect(describeTable).toHaveBeenCalledTimes(1002)
})

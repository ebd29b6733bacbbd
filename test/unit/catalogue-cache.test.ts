import { createCatalogueCache } from '../../src/core/catalogue/catalogue-cache'
import type { TableSchema } from '../../src/dialect/schema'
import { tableSchema } from '../support/table-schema'

const RULES = {
  foldTableName: (name: string): string => name.toLowerCase(),
  mayBeEmptyBriefly: false,
}

const table = (name: string): TableSchema => tableSchema({ name, from: name })

/** An introspector of the tables `a` and `Été` that counts its calls. */
function countingIntrospector(): {
  listed: number
  described: string[]
  fails: boolean
} & Parameters<typeof createCatalogueCache>[0] {
  return {
    listed: 0,
    described: [],
    fails: false,
    listTables() {
      this.listed++
      return this.fails ? Promise.reject(new Error('down')) : Promise.resolve(['a', 'Été'])
    },
    describeTable(name) {
      this.described.push(name)
      return Promise.resolve(['a', 'Été'].includes(name) ? table(name) : undefined)
    },
  }
}

it('reads the catalogue once for requests of the same second', async () => {
  let time = 0
  const introspector = countingIntrospector()
  const cache = createCatalogueCache(introspector, RULES, () => time)
  await Promise.all(Array.from({ length: 100 }, () => cache.describeTable('a')))
  await Promise.all([cache.listTables(), cache.describeTable('a')])
  expect([introspector.listed, introspector.described]).toEqual([1, ['a']])
  time = 1000
  await cache.listTables()
  await cache.describeTable('a')
  expect([introspector.listed, introspector.described]).toEqual([2, ['a', 'a']])
})

it('does not list the tables again to describe one that was listed before', async () => {
  let time = 0
  const introspector = countingIntrospector()
  const cache = createCatalogueCache(introspector, RULES, () => time)
  for (time of [0, 1000, 2000]) await cache.describeTable('a')
  expect([introspector.listed, introspector.described]).toEqual([1, ['a', 'a', 'a']])
  introspector.describeTable = () => Promise.resolve(undefined)
  introspector.listTables = () => Promise.resolve(['b'])
  time = 3000
  expect(await cache.describeTable('a')).toBeUndefined()
  introspector.describeTable = (name) => Promise.resolve(table(name))
  expect(await cache.describeTable('a')).toBeUndefined()
  expect(await cache.describeTable('b')).toEqual(expect.objectContaining({ name: 'b' }))
})

it('lists the tables once after many have been dropped', async () => {
  let time = 0
  const names = Array.from({ length: 1000 }, (_, index) => `t${index}`)
  const listTables = jest.fn(() => Promise.resolve(names))
  const describeTable = jest.fn((name: string) =>
    Promise.resolve<TableSchema | undefined>(table(name)),
  )
  const cache = createCatalogueCache({ listTables, describeTable }, RULES, () => time)
  await cache.listTables()
  time = 10_000
  listTables.mockResolvedValue([])
  describeTable.mockResolvedValue(undefined)
  const describe = async (name: string): Promise<void> => {
    expect(await cache.describeTable(name)).toBeUndefined()
    // As for the response 404.
    expect(await cache.listTables()).toEqual([])
  }
  await Promise.all(names.slice(0, 500).map(describe))
  for (const name of names) await describe(name)
  expect(listTables).toHaveBeenCalledTimes(2)
  expect(describeTable).toHaveBeenCalledTimes(500)
})

it('lists names in the order of their code points', async () => {
  const introspector = countingIntrospector()
  const cache = createCatalogueCache(introspector, RULES)
  introspector.listTables = () => Promise.resolve(['\u{1F600}', '\uff5e', 'b', 'a', 'B'])
  expect(await cache.listTables()).toEqual(['B', 'a', 'b', '\uff5e', '\u{1F600}'])
})

it('reads the catalogue again although the time of day was set back', async () => {
  jest.useFakeTimers()
  const introspector = countingIntrospector()
  const cache = createCatalogueCache(introspector, RULES)
  await cache.listTables()
  jest.advanceTimersByTime(1000)
  jest.setSystemTime(0)
  await cache.listTables()
  jest.useRealTimers()
  expect(introspector.listed).toBe(2)
})

it('does not describe a name that is not similar to a table name', async () => {
  const introspector = countingIntrospector()
  const cache = createCatalogueCache(introspector, RULES)
  const names = Array.from({ length: 10_000 }, (_, n) => `unknown${n}`)
  const responses = await Promise.all(names.map((name) => cache.describeTable(name)))
  expect(new Set(responses)).toEqual(new Set([undefined]))
  expect([introspector.listed, introspector.described]).toEqual([1, []])
})

it('reads the catalogue once for all other spellings of a name', async () => {
  const introspector = countingIntrospector()
  const cache = createCatalogueCache(introspector, RULES)
  await cache.describeTable('A')
  const spellings = ['été', 'ÉTÉ', 'éTé', 'Été', 'ete', 'E\u0301te\u0301']
  for (const name of spellings) await cache.describeTable(name)
  expect([introspector.listed, introspector.described]).toEqual([1, ['A', 'été', 'Été']])
})

it('forgets the table of another spelling', async () => {
  const introspector = countingIntrospector()
  introspector.describeTable = () => Promise.resolve(table('a'))
  const cache = createCatalogueCache(introspector, RULES)
  const outdated = (await cache.describeTable('A')) ?? table('none')
  expect([cache.forget('A', outdated), cache.forget('A', outdated)]).toEqual([true, false])
  expect(await cache.describeTable('A')).not.toBe(outdated)
})

it('does not cache failures', async () => {
  const introspector = countingIntrospector()
  const cache = createCatalogueCache(introspector, RULES)
  introspector.fails = true
  await expect(cache.listTables()).rejects.toThrow('down')
  introspector.fails = false
  await expect(cache.listTables()).resolves.toEqual(['a', 'Été'])
})

it('forgets a table only for a description that is still cached', async () => {
  const introspector = countingIntrospector()
  const cache = createCatalogueCache(introspector, RULES)
  const outdated = await cache.describeTable('a')
  await cache.describeTable('Été')
  const forget = (): boolean => cache.forget('a', outdated ?? table('none'))
  expect([forget(), forget()]).toEqual([true, false])
  const current = cache.describeTable('a')
  expect(forget()).toBe(false)
  await current
  expect(forget()).toBe(false)
  await Promise.all([cache.describeTable('a'), cache.describeTable('Été')])
  expect([introspector.listed, introspector.described]).toEqual([1, ['a', 'Été', 'a']])
})

it('lists the tables again when one of them no longer exists', async () => {
  const introspector = countingIntrospector()
  const cache = createCatalogueCache(introspector, RULES)
  const outdated = await cache.describeTable('a')
  introspector.describeTable = () => Promise.resolve(undefined)
  if (outdated) cache.forget('a', outdated)
  expect(await cache.describeTable('a')).toBeUndefined()
  await cache.listTables()
  expect(introspector.listed).toBe(2)
})

it.each([
  ['once', false, 1],
  ['each time, if a database may be empty briefly', true, 3],
] as const)('reads an empty list of tables %s', async (_, mayBeEmptyBriefly, times) => {
  const introspector = countingIntrospector()
  const listTables = jest.fn(() => Promise.resolve<string[]>([]))
  introspector.listTables = listTables
  let time = 0
  const cache = createCatalogueCache(introspector, { ...RULES, mayBeEmptyBriefly }, () => time)
  for (const name of ['a', 'b', 'a']) expect(await cache.describeTable(name)).toBeUndefined()
  expect(listTables).toHaveBeenCalledTimes(times)
  listTables.mockResolvedValue(['a'])
  if (!mayBeEmptyBriefly) {
    expect(await cache.describeTable('a')).toBeUndefined()
    time += 900
  }
  expect(await cache.describeTable('a')).toEqual(expect.objectContaining({ name: 'a' }))
})

it('does not cache that a listed table is gone', async () => {
  const introspector = countingIntrospector()
  introspector.describeTable = () => Promise.resolve(undefined)
  const cache = createCatalogueCache(introspector, RULES)
  expect(await cache.describeTable('a')).toBeUndefined()
  introspector.describeTable = () => Promise.resolve(table('a'))
  expect(await cache.describeTable('a')).toEqual(expect.objectContaining({ name: 'a' }))
})

it('keeps a newer description when an older read of it fails', async () => {
  let time = 0
  const introspector = countingIntrospector()
  const cache = createCatalogueCache(introspector, RULES, () => time)
  const describeTable = introspector.describeTable.bind(introspector)
  let fail: (error: Error) => void = () => undefined
  introspector.describeTable = () => new Promise((_resolve, reject) => (fail = reject))
  const old = cache.describeTable('a')
  await cache.listTables()
  await Promise.resolve()
  introspector.describeTable = describeTable
  time = 1000
  const current = await cache.describeTable('a')
  fail(new Error('timeout'))
  await expect(old).rejects.toThrow('timeout')
  expect(await cache.describeTable('a')).toBe(current)
})

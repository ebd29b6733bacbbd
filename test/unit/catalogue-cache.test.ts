import { createCatalogueCache } from '../../src/core/catalogue-cache'
import type { TableSchema } from '../../src/dialect/schema'

const table = (name: string): TableSchema => ({
  ...{ name, from: name, columns: [], tieBreak: [] },
  keysOf: () => ({ tieBreak: [] }),
})

/** Counts what it is asked; knows the tables `a` and `Été`. */
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

it('shares one look at the catalogue among requests of the same second', async () => {
  let time = 0
  const asked = countingIntrospector()
  const cache = createCatalogueCache(asked, () => time)
  await Promise.all(Array.from({ length: 100 }, () => cache.describeTable('a')))
  await Promise.all([cache.listTables(), cache.describeTable('a')])
  expect([asked.listed, asked.described]).toEqual([1, ['a']])
  time = 1000
  await cache.describeTable('a')
  expect([asked.listed, asked.described]).toEqual([2, ['a', 'a']])
})

it('looks up no name that no table could have', async () => {
  const asked = countingIntrospector()
  const cache = createCatalogueCache(asked)
  const names = Array.from({ length: 10_000 }, (_, n) => `unknown${n}`)
  const answers = await Promise.all(names.map((name) => cache.describeTable(name)))
  expect(new Set(answers)).toEqual(new Set([undefined]))
  expect([asked.listed, asked.described]).toEqual([1, []])
})

it('leaves to the database which spellings it takes', async () => {
  const asked = countingIntrospector()
  const cache = createCatalogueCache(asked)
  await cache.describeTable('A')
  await cache.describeTable('ete')
  expect(asked.described).toEqual(['A', 'ete'])
})

it('remembers no failure', async () => {
  const asked = countingIntrospector()
  const cache = createCatalogueCache(asked)
  asked.fails = true
  await expect(cache.listTables()).rejects.toThrow('down')
  asked.fails = false
  await expect(cache.listTables()).resolves.toEqual(['a', 'Été'])
})

it('forgets one table, and only the description that was contradicted', async () => {
  const asked = countingIntrospector()
  const cache = createCatalogueCache(asked)
  const outdated = await cache.describeTable('a')
  await cache.describeTable('Été')
  const forget = (): boolean => cache.forget('a', outdated ?? table('none'))
  expect([forget(), forget()]).toEqual([true, false])
  const current = cache.describeTable('a')
  expect(forget()).toBe(false)
  await current
  expect(forget()).toBe(false)
  await Promise.all([cache.describeTable('a'), cache.describeTable('Été')])
  expect([asked.listed, asked.described]).toEqual([1, ['a', 'Été', 'a']])
})

it('lists the tables anew when one of them is gone', async () => {
  const asked = countingIntrospector()
  const cache = createCatalogueCache(asked)
  const outdated = await cache.describeTable('a')
  asked.describeTable = () => Promise.resolve(undefined)
  if (outdated) cache.forget('a', outdated)
  expect(await cache.describeTable('a')).toBeUndefined()
  await cache.listTables()
  expect(asked.listed).toBe(2)
})

import { createCatalogueCache } from '../../src/core/catalogue/catalogue-cache'
import { restrictedCatalogue } from '../../src/core/catalogue/restricted-catalogue'

const names = ['Orders', 'orders', 'broken']

/** A catalogue in which no table can be described, and the caller may read only `Orders`. */
function catalogueWith(foldTableName: (name: string) => string): typeof catalogue {
  const introspector = {
    listTables: () => Promise.resolve(names),
    describeTable: () => Promise.reject(new Error('broken view')),
  }
  const catalogue = restrictedCatalogue(
    createCatalogueCache(introspector, { foldTableName, mayBeEmptyBriefly: false }),
    {
      mayReadTable: (name) => name === 'Orders',
      mayReadColumn: () => true,
      refusedTables: 'hide',
    },
    { foldTableName },
  )
  return catalogue
}

it.each([
  ['exactly', (name: string) => name, 'ORDERS', undefined],
  ['in any case', (name: string) => name.toLowerCase(), 'ORDERS', 'broken view'],
])(
  'tells only of visible tables that they cannot be described, compared %s',
  async (_title, fold, other, failure) => {
    const describe = (name: string): Promise<unknown> =>
      catalogueWith(fold)
        .describeTable(name)
        .catch((error: unknown) => (error instanceof Error ? error.message : error))
    expect(await describe('Orders')).toBe('broken view')
    expect(await describe('orders')).toBeUndefined()
    expect(await describe('broken')).toBeUndefined()
    expect(await describe(other)).toBe(failure)
  },
)

import type { TableService } from '../../src'

/** Tables of a database that has none, for tests of what comes before them. */
export const NO_TABLES: TableService = {
  listTables: () => Promise.resolve([]),
  describeTable: () => Promise.reject(new Error('not asked')),
  query: () => Promise.reject(new Error('not asked')),
  version: () => Promise.reject(new Error('not asked')),
  withPermission: () => NO_TABLES,
}

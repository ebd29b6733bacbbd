import type { TableService } from '../../src'

/** A service without tables, for tests of the layers in front of it. */
export const NO_TABLES: TableService = {
  limits: { maxResponseBytes: 32 * 1024 * 1024, maxWaiting: 100 },
  listTables: () => Promise.resolve([]),
  describeTable: () => Promise.reject(new Error('not expected')),
  query: () => Promise.reject(new Error('not expected')),
  version: () => Promise.reject(new Error('not expected')),
  withPermission: () => NO_TABLES,
}

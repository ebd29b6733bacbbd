import { rm } from 'node:fs/promises'
import type { CreateTestDatabase } from '../../test/support/test-database'

export const createTestDatabase: CreateTestDatabase = (serverUrl, name) => {
  const url = `${serverUrl}/${name}.sqlite`
  const file = url.slice('sqlite:'.length)
  return Promise.resolve({ url, drop: () => rm(file, { force: true }) })
}

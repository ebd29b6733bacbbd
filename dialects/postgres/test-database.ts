import { Client } from 'pg'
import type { CreateTestDatabase } from '../../test/support/test-database'

export const createTestDatabase: CreateTestDatabase = async (serverUrl, name) => {
  const run = async (sql: string): Promise<void> => {
    const client = new Client({ connectionString: serverUrl })
    await client.connect()
    try {
      await client.query(sql)
    } finally {
      await client.end()
    }
  }
  await run(`create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => run(`drop database ${name} with (force)`) }
}

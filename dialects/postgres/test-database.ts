import { Client } from 'pg'
import type { CreateTestDatabase } from '../../test/support/test-database'

/** `options` are those of `create database`. */
export const createTestDatabase = (async (serverUrl: string, name: string, options = '') => {
  const run = async (sql: string): Promise<void> => {
    const client = new Client({ connectionString: serverUrl })
    await client.connect()
    try {
      await client.query(sql)
    } finally {
      await client.end()
    }
  }
  await run(`create database ${name} ${options}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => run(`drop database ${name} with (force)`) }
}) satisfies CreateTestDatabase

import { createConnection } from 'mysql2/promise'
import type { CreateTestDatabase } from '../../test/support/test-database'

export const createTestDatabase: CreateTestDatabase = async (serverUrl, name) => {
  const run = async (sql: string): Promise<void> => {
    const connection = await createConnection(serverUrl.replace(/^mariadb:/, 'mysql:'))
    try {
      await connection.query(sql)
    } finally {
      await connection.end()
    }
  }
  await run(`create database ${name} character set utf8mb4 collate utf8mb4_bin`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => run(`drop database ${name}`) }
}

import { createConnection } from 'mysql2/promise'
import type { CreateTestDatabase } from '../../test/support/test-database'

export const createTestDatabase: CreateTestDatabase = async (serverUrl, name) => {
  const run = async (sql: string): Promise<unknown> => {
    const connection = await createConnection(serverUrl.replace(/^mariadb:/, 'mysql:'))
    try {
      const [rows] = await connection.query(sql)
      return rows
    } finally {
      await connection.end()
    }
  }
  await run(`create database ${name} character set utf8mb4 collate utf8mb4_bin`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return {
    url: url.href,
    runningStatements: async () => {
      const running = await run(
        `select 1 from information_schema.processlist where db = '${name}' and command <> 'Sleep'`,
      )
      return (running as unknown[]).length
    },
    drop: async () => {
      await run(`drop database ${name}`)
    },
  }
}

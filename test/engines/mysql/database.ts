import { createConnection } from 'mysql2/promise'
import type { CreateTestDatabase } from '../../support/test-database'

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
  const sessionIds = async (): Promise<{ id: number }[]> =>
    (await run(`select id as id from information_schema.processlist where db = '${name}'`)) as never
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
    sessions: async () => (await sessionIds()).length,
    endSessions: async () => {
      // One that has ended meanwhile is as well.
      for (const { id } of await sessionIds()) await run(`kill ${id}`).catch(() => undefined)
    },
    drop: async () => {
      await run(`drop database ${name}`)
    },
  }
}

import { createConnection } from 'mysql2/promise'
import { errorCode } from '../../../src/error-code'
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
  // Reading `information_schema.processlist` fails while a session runs a statement with an emoji.
  const sessions = async (): Promise<{ Id: number; Command: string }[]> => {
    const all = (await run('show processlist')) as { Id: number; db: string; Command: string }[]
    return all.filter(({ db }) => db === name)
  }
  await run(`create database ${name} character set utf8mb4 collate utf8mb4_bin`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return {
    url: url.href,
    runningStatements: async () => {
      const running = (await sessions()).filter(({ Command }) => Command !== 'Sleep')
      return running.length
    },
    sessions: async () => (await sessions()).length,
    endSessions: async () => {
      for (const { Id } of await sessions()) {
        await run(`kill ${Id}`).catch((error: unknown) => {
          // The session has ended meanwhile.
          if (errorCode(error) !== 'ER_NO_SUCH_THREAD') throw error
        })
      }
    },
    drop: async () => {
      await run(`drop database ${name}`)
    },
  }
}

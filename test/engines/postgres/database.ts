import { Client } from 'pg'
import type { CreateTestDatabase } from '../../support/test-database'

/** @param options of `create database` */
export const createTestDatabase = (async (serverUrl: string, name: string, options = '') => {
  const run = async (sql: string): Promise<unknown[]> => {
    const client = new Client({ connectionString: serverUrl })
    await client.connect()
    try {
      return (await client.query<object>(sql)).rows
    } finally {
      await client.end()
    }
  }
  const sessionQuery = (expression: string): string =>
    `select ${expression} from pg_stat_activity where datname = '${name}' and application_name = 'tablequery'`
  await run(`create database ${name} ${options}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return {
    url: url.href,
    runningStatements: async () => {
      const running = await run(
        `select 1 from pg_stat_activity where datname = '${name}' and state = 'active'`,
      )
      return running.length
    },
    sessions: async () => (await run(sessionQuery('pid'))).length,
    endSessions: async () => {
      await run(sessionQuery('pg_terminate_backend(pid)'))
    },
    drop: async () => {
      await run(`drop database ${name} with (force)`)
    },
  }
}) satisfies CreateTestDatabase

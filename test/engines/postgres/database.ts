import { Client } from 'pg'
import type { CreateTestDatabase } from '../../support/test-database'

/**
 * A copy of the template's files takes a fifth of the processor time of the default, which writes each page to the
 * write-ahead log, too. Servers before Postgres 15 always copy the files.
 */
const STRATEGY = `select case when current_setting('server_version_num')::int >= 150000
  then 'strategy = file_copy' else '' end as strategy`

/** @param options of `create database` */
export const createTestDatabase = (async (serverUrl: string, name: string, options = '') => {
  const withClient = async <Result>(work: (client: Client) => Promise<Result>): Promise<Result> => {
    const client = new Client({ connectionString: serverUrl })
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }
  const run = async (sql: string): Promise<unknown[]> =>
    withClient(async (client) => (await client.query<object>(sql)).rows)
  const sessionQuery = (expression: string): string =>
    `select ${expression} from pg_stat_activity where datname = '${name}' and application_name = 'tablequery'`
  await withClient(async (client) => {
    const { rows } = await client.query<{ strategy: string }>(STRATEGY)
    await client.query(`create database ${name} ${options} ${rows[0]?.strategy ?? ''}`)
  })
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

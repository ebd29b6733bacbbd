import { Client } from 'pg'
import type { DialectForTests } from '../../support/dialect-for-tests'
import type { Differences, TypeNames } from '../../support/expected-json'
import { fixtureStorage } from './fixture-storage'

/** None: all stored values are returned by the general rules. */
export const differences: Differences = {}

export const typeNames: TypeNames = () => ({
  integer: 'integer',
  text: 'text',
  varchar: 'character varying(60)',
})

/** Fails for the rows of `people`, and only when a statement computes it. */
export const failingExpression = '(select p.id from people p)'

export const systemName: DialectForTests['systemName'] = () => 'postgresql'

export const hasSnapshots = true

/** NULL is the largest value in an index of Postgres, and the smallest one in a response. */
export const readsNullsApart = true

/** The statement itself compares the table with its description. */
export const checksBeforeCaching = false

export const sessionId = 'select pg_backend_pid()'

/** The transactions that have begun to write, and those that have ended. */
export const writes: DialectForTests['writes'] = async (url) => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query('select txid_current_snapshot()::text as snapshot')
    return JSON.stringify(rows)
  } finally {
    await client.end()
  }
}

export const keylessOrder: DialectForTests['keylessOrder'] = 'values'

export const sleepingView = 'create view slow as select id from people cross join pg_sleep(36000)'

/** Replaces the table by a foreign table of a server that is down. */
export const makeUnreadable: DialectForTests['makeUnreadable'] = async (url) => {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`
    drop table people;
    create extension postgres_fdw;
    create server down foreign data wrapper postgres_fdw options (host '127.0.0.1', port '1');
    create user mapping for public server down options (user 'nobody', password 'none');
    create foreign table people (id int) server down`)
  await client.end()
}

export const retyping: DialectForTests['retyping'] = ({ name, type }) =>
  `alter column ${fixtureStorage.quote(name)} type ${fixtureStorage.columnType(type)} using null`

/** What `--check` reports about a database and its user. */
import { renameSync } from 'node:fs'
import { openDatabase } from '../../src'
import { DatabaseUnavailableError } from '../../src/database/database'
import { deploymentReport } from '../../src/program/deployment-report'
import { describeEachServer } from '../support/describe-each-server'

const READER = `report_reader_${process.pid}`
const ROLE = `report_role_${process.pid}`

async function reportOf(url: string, roles: readonly string[] = []): Promise<string[]> {
  const database = await openDatabase(url)
  try {
    return (await deploymentReport(database, roles)).split('\n')
  } finally {
    await database.close()
  }
}

function as(user: string, url: string, password = ''): string {
  const changed = new URL(url)
  changed.username = user
  changed.password = password
  return changed.href
}

describeEachServer('sqlite', 'the report of --check', (server) => {
  it.each([
    ['the reason', false, /^no such file: /],
    ['that it is available again', true, /^the database failed during the check; check again$/],
  ])('says %s, if the database fails during the check', async (_, isBack, message) => {
    const { url } = await server.serve(['create table shown (id int primary key)'])
    const file = new URL(url).pathname
    let now = 0
    const database = await openDatabase(url, { now: () => now })
    let checks = 0
    const failing = {
      ...database,
      check: async () => {
        if (++checks === 2 && isBack) renameSync(`${file}.away`, file)
        const facts = await database.check()
        if (checks === 1) renameSync(file, `${file}.away`)
        // The list of tables is no longer in the cache.
        now += 60_000
        return facts
      },
    }
    const failure: unknown = await deploymentReport(failing, []).catch((error: unknown) => error)
    await database.close()
    // The program prints other errors with their stack.
    expect(failure).toBeInstanceOf(DatabaseUnavailableError)
    expect(failure).toHaveProperty('message', expect.stringMatching(message))
  })
})

describeEachServer('postgres', 'the report of --check', (server) => {
  it('names privileges that reading does not need, and tables that cannot be read', async () => {
    const { url } = await server.serve([
      'create table shown (id int primary key, secret text)',
      'create table written (id int primary key)',
      'create table hidden (id int primary key)',
      'create table of_role (id int primary key)',
      'create table updated (id int primary key, note text)',
      'create materialized view unfilled as select id from shown with no data',
      'create view broken as select 1 / (id - id) as x from shown where id / 0 = 1',
      'insert into shown values (1)',
      `create role ${READER} login noinherit createdb`,
      `grant select on shown, broken, written, unfilled to ${READER}`,
      `grant insert, delete on written to ${READER}`,
      `grant select, update (note) on updated to ${READER}`,
      `create role ${ROLE}`,
      `grant ${ROLE} to ${READER}`,
      `grant select on of_role to ${ROLE}`,
      `grant create on schema public to ${READER}`,
    ])
    expect(await reportOf(as(READER, url), [ROLE])).toEqual([
      expect.stringMatching(/^Server: PostgreSQL \d+/),
      'Encryption: none',
      'Tables that can be read: 3',
      `Tables that the role ${ROLE} can read: 1`,
      'Tables that cannot be read: broken',
      'Tables hidden because the user lacks SELECT: hidden',
      'Materialized views hidden because they have no data: unfilled',
      'Privileges that the user does not need: may create databases, may write to 2 tables, may create tables in public',
      '',
    ])
    expect(await reportOf(as(READER, url))).toContain(
      'Tables hidden because the user lacks SELECT: hidden, of_role',
    )
    expect(await reportOf(url)).toContain('Privileges that the user does not need: is a superuser')
  })

  it('says why the privileges of the user cannot be read', async () => {
    const { url } = await server.serve([
      'create table shown (id int primary key)',
      `create role ${READER}_without login`,
      `grant select on shown to ${READER}_without`,
      'revoke select on pg_catalog.pg_roles from public',
    ])
    const failure: unknown = await reportOf(as(`${READER}_without`, url)).catch(
      (error: unknown) => error,
    )
    // The program prints other errors with their stack.
    expect(failure).toBeInstanceOf(DatabaseUnavailableError)
    expect(failure).toHaveProperty(
      'message',
      `the privileges of the user cannot be read: user "${READER}_without" is not allowed to read the catalogue`,
    )
  })
})

describeEachServer('mysql', 'the report of --check', (server) => {
  it('names privileges that reading does not need', async () => {
    const { url } = await server.serve(['create table shown (id int primary key)'])
    const database = new URL(url).pathname.slice(1)
    await server.serve([
      `create user '${READER}'@'%' identified by 'pw'`,
      `grant select on \`${database}\`.* to '${READER}'@'%'`,
    ])
    const reader = as(READER, url, 'pw')
    expect(await reportOf(reader)).toEqual([
      expect.stringMatching(/^Server: (MySQL|MariaDB) \d+/),
      expect.stringMatching(/^Encryption: (none|TLSv1\.[23])$/),
      'Tables that can be read: 1',
      '',
    ])
    await server.serve([`grant insert, delete on \`${database}\`.* to '${READER}'@'%'`])
    expect(await reportOf(reader)).toContain(
      'Privileges that the user does not need: has DELETE, has INSERT',
    )
    await server.serve([`drop user '${READER}'@'%'`])
  })
})

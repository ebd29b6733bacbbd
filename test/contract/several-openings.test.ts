/**
 * An ETag is valid only for the opening of the database that has sent it, because versions of data begin
 * anew with each, and copies of a database have the same.
 *
 * @quiet A write to any database of the server invalidates an ETag.
 */
import { Client } from 'pg'
import type { Fixture } from '../../fixtures/fixture-table'
import { describeOneEngine } from '../support/describe-each-engine'
import { describeEachServer } from '../support/describe-each-server'
import { dialectForTests, type DialectForTests } from '../support/dialect-for-tests'
import { startTestApp, type TestApp } from '../support/test-app'
import { STILL_TEST_TIMEOUT, whileStill } from '../support/while-still'

jest.setTimeout(STILL_TEST_TIMEOUT)

const postgres = dialectForTests('postgres')

const fixture: Fixture = {
  tables: [
    {
      name: 'notes',
      columns: [
        { name: 'id', type: { kind: 'integer' } },
        { name: 'body', type: { kind: 'varchar', length: 20 } },
      ],
      primaryKey: ['id'],
      rows: () => [[1, 'old']],
    },
  ],
  views: [],
}

const QUERY = 'query?table=notes&columns=body'

/**
 * The ETag while nothing is written, a second after a request has shown the program the current state of the
 * server: MySQL and MariaDB must have written nothing for so long.
 */
async function tagOf(app: TestApp, server: Pick<DialectForTests, 'writes'>): Promise<string> {
  const tag = await whileStill(server, app.url, async () => {
    app.expireCaches()
    await app.get(QUERY)
    app.expireCaches()
    return (await app.get(QUERY)).headers['etag']
  })
  expect(tag).toBeDefined()
  return String(tag)
}

async function expectRows(app: TestApp, tag: string, body: string): Promise<void> {
  const { status, text } = await app.get(QUERY, { headers: { 'If-None-Match': tag } })
  expect([status, text]).toEqual([200, expect.stringContaining(`[{"body":"${body}"}]`)])
}

describeOneEngine('a database that is opened again', fixture, (t) => {
  it('has other ETags', async () => {
    const before = await tagOf(t.app, t)
    const writer = await t.storage.open(t.database.url)
    await writer.run("update notes set body = 'new'").finally(() => writer.close())
    const again = await startTestApp(t.database.url)
    try {
      expect(await tagOf(again, t)).not.toBe(before)
      await expectRows(again, before, 'new')
    } finally {
      await again.stop()
    }
  })
})

describeEachServer('postgres', 'a copy of a database', (server) => {
  it('has other ETags', async () => {
    const original = await server.serve([
      'create table notes (id int primary key, body text)',
      "insert into notes values (1, 'old')",
    ])
    const name = new URL(original.url).pathname.slice(1)
    const url = Object.assign(new URL(original.url), { pathname: `/${name}_copy` })
    const admin = new Client({ connectionString: server.url.href })
    await admin.connect()
    try {
      // A template must have no sessions.
      await original.stop()
      await admin.query(`create database "${name}_copy" template "${name}"`)
      const writer = new Client({ connectionString: url.href })
      await writer.connect()
      await writer.query("update notes set body = 'new'").finally(() => writer.end())
      const [one, other] = await Promise.all([startTestApp(original.url), startTestApp(url.href)])
      try {
        const before = await tagOf(one, postgres)
        expect(await tagOf(other, postgres)).not.toBe(before)
        await expectRows(other, before, 'new')
      } finally {
        await Promise.all([one.stop(), other.stop()])
      }
    } finally {
      await admin.query(`drop database if exists "${name}_copy"`)
      await admin.end()
    }
  })
})

/**
 * An ETag is valid only for the opening of the database that has sent it, because versions of data begin
 * anew with each, and copies of a database have the same.
 *
 * @quiet A write to any database of the server invalidates an ETag.
 */
import { Client } from 'pg'
import type { Fixture } from '../../fixtures/fixture-table'
import { describeEachEngine } from '../support/describe-each-engine'
import { describeEachServer } from '../support/describe-each-server'
import { startTestApp, type TestApp } from '../support/test-app'
import { waitUntil } from '../support/wait-until'

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

/** Waits for an ETag: after a write, SQLite has none for milliseconds, MySQL and MariaDB for seconds. */
async function tagOf(app: TestApp): Promise<string> {
  let tag: string | undefined
  await waitUntil(async () => {
    tag = (await app.get(QUERY)).headers['etag']
    return tag !== undefined
  })
  return String(tag)
}

async function expectRows(app: TestApp, tag: string, body: string): Promise<void> {
  const { status, text } = await app.get(QUERY, { headers: { 'If-None-Match': tag } })
  expect([status, text]).toEqual([200, expect.stringContaining(`[{"body":"${body}"}]`)])
}

describeEachEngine('a database that is opened again', fixture, (t) => {
  it('has other ETags', async () => {
    const before = await tagOf(t.app)
    const writer = await t.storage.open(t.database.url)
    await writer.run("update notes set body = 'new'").finally(() => writer.close())
    const again = await startTestApp(t.database.url)
    try {
      expect(await tagOf(again)).not.toBe(before)
      await expectRows(again, before, 'new')
    } finally {
      await again.stop()
    }
  }, 30_000)
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
        const before = await tagOf(one)
        expect(await tagOf(other)).not.toBe(before)
        await expectRows(other, before, 'new')
      } finally {
        await Promise.all([one.stop(), other.stop()])
      }
    } finally {
      await admin.query(`drop database if exists "${name}_copy"`)
      await admin.end()
    }
  }, 30_000)
})

/** Names of tables in a database that stores any bytes. */
import { fixtureStorage } from '../../test/engines/postgres/fixture-storage'
import { createTestDatabase } from '../../test/engines/postgres/database'
import { describeEachServer } from '../../test/support/describe-each-server'
import { startTestApp } from '../../test/support/test-app'

describeEachServer('postgres', 'tables in SQL_ASCII', (server) => {
  it('are listed if their names are UTF-8, and the others hide none', async () => {
    const options = "encoding 'SQL_ASCII' locale 'C' locale_provider libc template template0"
    const name = `tablequery_bytes_${process.pid}`
    const { url, drop } = await createTestDatabase(server.url.href, name, options)
    const writer = await fixtureStorage.open(url)
    await writer.run('create table good (id int primary key)')
    await writer.run('create table "größe €𐍈" (id int primary key)')
    // é in LATIN1, and a surrogate, which UTF-8 does not allow.
    for (const bytes of ['chr(233)', 'chr(237) || chr(160) || chr(128)']) {
      await writer.run(
        `do $$ begin execute 'create table "caf' || ${bytes} || '" (id int)'; end $$`,
      )
    }
    await writer.close()
    const app = await startTestApp(url)
    try {
      expect((await app.get('tables')).text).toBe('["good","größe €𐍈"]')
      expect((await app.get('query?table=gr%C3%B6%C3%9Fe%20%E2%82%AC%F0%90%8D%88')).status).toBe(
        200,
      )
      expect((await app.get('query?table=nosuch')).status).toBe(404)
    } finally {
      await app.stop()
      await drop()
    }
  })
})

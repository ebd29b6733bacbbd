/** Names of tables in databases of other encodings than UTF-8. */
import { createTestDatabase } from '../../test/engines/postgres/database'
import { fixtureStorage } from '../../test/engines/postgres/fixture-storage'
import { describeEachServer } from '../../test/support/describe-each-server'
import { startTestApp } from '../../test/support/test-app'

describeEachServer('postgres', 'the names of tables', (server) => {
  it('have the order of code points', async () => {
    const options = "encoding 'WIN1251' locale 'C' locale_provider libc template template0"
    const name = `tablequery_names_${process.pid}`
    const { url, drop } = await createTestDatabase(server.url.href, name, options)
    const writer = await fixtureStorage.open(url)
    for (const table of ['ё', 'я', 'а']) await writer.run(`create table "${table}" (id int)`)
    await writer.close()
    const app = await startTestApp(url)
    try {
      expect(JSON.parse((await app.get('tables')).text)).toEqual(['а', 'я', 'ё'])
    } finally {
      await app.stop()
      await drop()
    }
  })
})

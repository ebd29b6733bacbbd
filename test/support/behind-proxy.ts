/** A database with one empty table, behind a proxy that can stop responding. */
import { dialectForTests } from './dialect-for-tests'
import { silentProxy, type SilentProxy } from './silent-proxy'
import type { ServerAddress } from './test-servers'

let databases = 0

/** Creates the database with the table `people`, and drops it after the test. */
export async function behindProxy(
  { dialect, url }: ServerAddress,
  test: (proxy: SilentProxy, databaseUrl: string) => Promise<void>,
): Promise<void> {
  const { createTestDatabase, storage } = dialectForTests(dialect)
  const name = `tablequery_silent_${process.pid}_${++databases}`
  const database = await createTestDatabase(url, name)
  const writer = await storage.open(database.url)
  await writer.run('create table people (id int primary key)')
  await writer.close()
  const proxy = await silentProxy(database.url)
  try {
    await test(proxy, database.url)
  } finally {
    await proxy.close()
    await database.drop()
  }
}

/** A private server of an engine with the measured table. */
import type { FixtureWriter } from '../../fixtures/fixture-storage'
import { allServers, startPrivately } from '../../test/support/all-servers'
import { dialectForTests } from '../../test/support/dialect-for-tests'
import { stopAtEnd } from './running'

export interface PrivateDatabase {
  readonly url: string
  readonly writer: FixtureWriter
  readonly stop: () => Promise<void>
}

/** @param fill creates the content */
export async function startDatabase(
  engine: string,
  fill: (writer: FixtureWriter) => Promise<void>,
): Promise<PrivateDatabase> {
  const kind = allServers().find(({ name }) => name === engine)
  if (!kind) throw new Error(`no engine ${engine}`)
  const server = await startPrivately(kind)
  const stop = stopAtEnd(() => server.stop())
  try {
    const { createTestDatabase, storage } = dialectForTests(kind.dialect)
    const { url } = await createTestDatabase(server.url, 'bench')
    const writer = await storage.open(url)
    await fill(writer)
    return {
      url,
      writer,
      stop: async () => {
        await writer.close()
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

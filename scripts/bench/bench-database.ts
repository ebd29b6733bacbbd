/** A private server of an engine with the measured table. */
import type { FixtureWriter } from '../../fixtures/fixture-storage'
import { allServers, startPrivately } from '../../test/support/all-servers'
import { dialectForTests } from '../../test/support/dialect-for-tests'
import { untilStill } from '../../test/support/until-still'
import { stopAtEnd } from './running'

export interface PrivateDatabase {
  readonly url: string
  readonly writer: FixtureWriter
  readonly stop: () => Promise<void>
}

/** Milliseconds. A server can write a large load to its data files for some minutes. */
const MAX_SETTLING_TIME = 600_000

/**
 * Returns after the server has written the content to its data files.
 * @param fill creates the content
 */
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
    await untilStill(url, MAX_SETTLING_TIME)
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

/** A private server of an engine with the measured table, and with the settings of a usual server. */
import type { FixtureWriter } from '../../fixtures/fixture-storage'
import { allServers, startPrivately } from '../../test/support/all-servers'
import { dialectForTests } from '../../test/support/dialect-for-tests'
import { untilStill } from '../../test/support/while-still'
import { stopAtEnd } from './running'
import { makeTable } from './table'
import { maintain, readerUrl, setUsually } from './usual-settings'

export interface PrivateDatabase {
  /** By which the compared servers connect. */
  readonly url: string
  readonly writer: FixtureWriter
  readonly stop: () => Promise<void>
}

/** Milliseconds. A server can write a large load to its data files for some minutes. */
const MAX_SETTLING_TIME = 600_000

/**
 * Returns after the server has written the table to its data files.
 * @param texts further text columns of the table, with their SQL expressions
 */
export async function startDatabase(
  engine: string,
  rows: number,
  texts: Readonly<Record<string, string>> = {},
): Promise<PrivateDatabase> {
  const kind = allServers().find(({ name }) => name === engine)
  if (!kind) throw new Error(`no engine ${engine}`)
  const server = await startPrivately(kind)
  const stop = stopAtEnd(() => server.stop())
  try {
    const { createTestDatabase, storage, writes, pageWrites } = dialectForTests(kind.dialect)
    const { url } = await createTestDatabase(server.url, 'bench')
    const writer = await storage.open(url)
    await setUsually(writer, engine)
    await makeTable(writer, engine, rows, texts)
    await maintain(writer, engine)
    await untilStill({ writes: pageWrites ?? writes }, url, MAX_SETTLING_TIME)
    return {
      url: readerUrl(url),
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

import type { FixtureStorage, FixtureWriter } from '../../fixtures/fixture-storage'
import { recordedConnection, type RecordedConnection } from './recorded-connection'

/** A database that a test reads as the program does, and writes to. */
export interface WrittenDatabase {
  readonly connection: RecordedConnection
  readonly writer: FixtureWriter
  close(): Promise<void>
}

export async function openWrittenDatabase(
  storage: FixtureStorage,
  url: string,
): Promise<WrittenDatabase> {
  const writer = await storage.open(url)
  const connection = recordedConnection(url)
  return {
    connection,
    writer,
    close: async () => {
      await Promise.all([connection.close(), writer.close()])
    },
  }
}

/** Runs the work with such a database, and closes it. */
export async function withWrittenDatabase(
  storage: FixtureStorage,
  url: string,
  work: (database: WrittenDatabase) => Promise<void>,
): Promise<void> {
  const database = await openWrittenDatabase(storage, url)
  try {
    await work(database)
  } finally {
    await database.close()
  }
}

/**
 * Whether the database can run a query now. Reading the catalogue is no proof: a node without its
 * cluster, or a coordinator without its shards, still has one.
 */
import { Deadline } from '../dialect/sessions/deadline'
import type { Connection } from '../dialect/dialect'
import { isServerError } from '../dialect/driver-error'
import { OverloadedError } from '../dialect/sessions/session-errors'
import type { Sessions } from '../dialect/sessions/sessions'
import { isCommonFailure } from './common-failure'
import { ApiError } from './errors'
import { readAnyRow } from './read-any-row'
import type { SchemaService } from './table-service'

/** Milliseconds to wait for the database's response. */
const RESPONSE_TIMEOUT = 2000

/** Milliseconds to wait until the database has cancelled the statement. */
const CANCEL_TIMEOUT = 1000

/** Maximum number of tables to try, because one may be damaged, or be a view that fails. */
const MAX_TABLES = 5

export function createReadiness(
  connection: Pick<Connection, 'builder' | 'readRows' | 'sessions'>,
  tables: Pick<SchemaService, 'listTables' | 'schemaOf'>,
): () => Promise<boolean> {
  const { sessions } = connection
  /** The last table that was read without an error. */
  let lastRead: string | undefined

  /** @returns the error of a table that cannot be read; `undefined` if it can */
  const read = async (name: string, signal: AbortSignal): Promise<unknown> => {
    try {
      await readAnyRow({ connection, tables }, name, signal)
      lastRead = name
      return undefined
    } catch (error) {
      if (signal.aborted || isCommonFailure(error)) throw error
      return error
    }
  }

  const readAny = async (signal: AbortSignal): Promise<void> => {
    const first = lastRead
    let failure = first === undefined ? undefined : await read(first, signal)
    // To list thousands of tables takes long.
    if (first !== undefined && failure === undefined) return
    const names = await tables.listTables()
    const others = names.filter((name) => name !== first)
    for (const name of others.slice(0, first === undefined ? MAX_TABLES : MAX_TABLES - 1)) {
      failure = await read(name, signal)
      if (failure === undefined) return
    }
    if (names.length > 0) throw failure
  }

  return async () => {
    const load = sessions.load()
    // Waiting for a connection would only show that the server is busy.
    if (load !== 'free') return load === 'busy' && isReached(sessions)
    const late = AbortSignal.timeout(RESPONSE_TIMEOUT)
    try {
      await new Deadline(RESPONSE_TIMEOUT + CANCEL_TIMEOUT, noResponse).limit(readAny(late))
      return true
    } catch (error) {
      const cause = error instanceof ApiError ? error.cause : error
      if (cause instanceof OverloadedError) {
        return sessions.load() !== 'full' && isReached(sessions)
      }
      // The statement waited, e.g. for a lock. The database has cancelled it, so it responds.
      return late.aborted && cause === late.reason
    }
  }
}

/** Any response of the server is sufficient: under load, a server may refuse another connection. */
function isReached(sessions: Sessions): Promise<boolean> {
  const reached = new Deadline(RESPONSE_TIMEOUT, noResponse).limit(sessions.reachDatabase())
  return reached.then(() => true, isServerError)
}

function noResponse(): Error {
  return new Error('no response in time')
}

/**
 * Whether a query would be answered now. The catalogue alone cannot tell: a node without its cluster,
 * or a coordinator without its shards, still has one.
 */
import type { Connection } from '../dialect/dialect'
import { isServerReply } from '../dialect/driver-error'
import { OverloadedError } from '../dialect/sessions/session-errors'
import type { Sessions } from '../dialect/sessions/session-pool'
import { restoreQuestionMarks } from '../dialect/quoted-name'
import { isCommonFailure } from './common-failure'
import { ApiError } from './errors'
import type { TableService } from './table-service'

/** Milliseconds that the database may take to answer. */
const PATIENCE = 2000

/** Milliseconds that it then may take to stop the statement. */
const STOPPING = 1000

/** Tables to try, one after the other: one may be damaged, or a view that fails. */
const MAX_TABLES = 5

export function createReadiness(
  { readRows, sessions }: Pick<Connection, 'readRows' | 'sessions'>,
  tables: Pick<TableService, 'listTables' | 'describeTable'>,
): () => Promise<boolean> {
  /** The table that was read last. */
  let readable: string | undefined

  const readAny = async (signal: AbortSignal): Promise<void> => {
    const names = await tables.listTables()
    const known = names.filter((name) => name === readable)
    let failure: unknown
    for (const name of new Set([...known, ...names].slice(0, MAX_TABLES))) {
      try {
        const { from } = await tables.describeTable(name)
        const sql = restoreQuestionMarks(`select 1 from ${from} limit 1`)
        await readRows({ sql, bindings: [] }, signal)
        readable = name
        return
      } catch (error) {
        if (signal.aborted || isCommonFailure(error)) throw error
        failure = error
      }
    }
    if (names.length > 0) throw failure
  }

  return async () => {
    const load = sessions.load()
    // Waiting for a connection would only show that the server is busy.
    if (load !== 'free') return load === 'busy' && isReached(sessions)
    const late = AbortSignal.timeout(PATIENCE)
    try {
      await inTime(PATIENCE + STOPPING, readAny(late))
      return true
    } catch (error) {
      const cause = error instanceof ApiError ? error.cause : error
      if (cause instanceof OverloadedError) {
        return sessions.load() !== 'full' && isReached(sessions)
      }
      // The statement waited, for a lock for example, and the database has stopped it: it answers.
      return late.aborted && cause === late.reason
    }
  }
}

/** Any reply counts: under load, a server may refuse one more connection. */
function isReached(sessions: Sessions): Promise<boolean> {
  return inTime(PATIENCE, sessions.reachServer()).then(() => true, isServerReply)
}

async function inTime<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  let deadline: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    deadline = setTimeout(() => {
      reject(new Error('no answer in time'))
    }, milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(deadline)
  }
}

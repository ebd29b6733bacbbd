/** Detects poolers and their mode, and servers with one session for all clients. */
import { monotonicClock } from '../../src/clock'
import type { PoolerMode } from '../../src/dialect/server-facts'
import { Deadline } from '../../src/dialect/sessions/deadline'
import { readObjects } from './rows-query'
import type { Session } from './session'
import { readCommitted } from './statement-transaction'

/** PostgreSQL compiled to WebAssembly: one process, and so one session for all clients, e.g. PGlite. */
const ONE_SESSION = /\bcompiled by emcc\b/

/** Milliseconds that the detection of the mode may take. */
const TIMEOUT = 2000

/** Milliseconds after which the mode is detected again if it is unknown: the pooler may have been busy. */
const RETRY_INTERVAL = 60_000

interface Backend {
  /** Id of the server's process. */
  readonly pid: number
  readonly version: string
}

async function backendOf(session: Session): Promise<Backend | undefined> {
  const sql = 'select pg_catalog.pg_backend_pid() as pid, pg_catalog.version() as version'
  const [backend] = await readObjects(session, { sql, bindings: [] }, readCommitted)
  return backend as Backend | undefined
}

/** Must be called before anything is set on the session. */
type DetectPooler = (session: Session) => Promise<PoolerMode | undefined>

interface Detection {
  readonly detected: Promise<PoolerMode>
  /** The value of `detected`, after it has settled. */
  mode?: PoolerMode
  readonly startedAt: number
}

/**
 * Detects for each session whether it is behind a pooler: the process id that the server reports differs
 * from the one at the start of the connection. It opens another session to detect the mode, for each host
 * until the mode is known, at most once a minute.
 * @param now the clock, in milliseconds
 */
export function poolerDetection(now: () => number = monotonicClock): DetectPooler {
  const detections = new Map<string, Detection>()
  const isDue = ({ mode, startedAt }: Detection): boolean =>
    mode === 'unknown' && now() - startedAt >= RETRY_INTERVAL
  const detect = (host: string, session: Session, pid: number | undefined): Promise<PoolerMode> => {
    const detection: Detection = { detected: modeOf(session.another(), pid), startedAt: now() }
    detections.set(host, detection)
    void detection.detected.then((mode) => {
      detection.mode = mode
    })
    return detection.detected
  }
  return async (session) => {
    const backend = await backendOf(session)
    if (ONE_SESSION.test(backend?.version ?? '')) return 'one session'
    if (backend?.pid === session.processID) return undefined
    const host = `${session.host}:${session.port}`
    const last = detections.get(host)
    return last && !isDue(last) ? last.detected : detect(host, session, backend?.pid)
  }
}

/**
 * Without a free connection to the server, a pooler lets the other session wait: then the mode is
 * unknown. In session mode, each session has a process of its own; in transaction mode, only while others
 * use the process of the first session. Never rejects.
 */
async function modeOf(other: Session, pid: number | undefined): Promise<PoolerMode> {
  const detect = async (): Promise<PoolerMode> => {
    await other.connect()
    const backend = await backendOf(other)
    if (!(await allowsTransactions(other))) return 'statement'
    return backend?.pid === pid ? 'transaction' : 'unknown'
  }
  try {
    return await new Deadline(TIMEOUT, () => new Error('no connection is free')).limit(detect())
  } catch {
    return 'unknown'
  } finally {
    other.drop()
  }
}

/** In statement mode, pgbouncer closes the connection with this message. */
async function allowsTransactions(session: Session): Promise<boolean> {
  try {
    await session.query('begin transaction read only')
    await session.query('commit')
    return true
  } catch (error) {
    if (/transaction blocks not allowed/.test(String(error))) return false
    throw error
  }
}

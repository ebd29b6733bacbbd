/**
 * A process that reads one SQLite file. SQLite computes in the thread of its caller, so a statement
 * would block the server's event loop. And only the end of a process stops a running statement: the
 * driver has no interrupt, and a worker thread ends only between two rows of a statement.
 */
import { Worker } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { ResultTooLargeError, sizeOfRow } from '../../src/dialect/result-size'
import type { Cell } from '../../src/dialect/schema'
import type { ReaderRequest, ReaderResponse } from './reader-process'
import { schemaCheck } from './schema-version'
import { REPLACE_NUL, replaceNul } from './search'

/** Approximate size of a message. */
const CHUNK_BYTES = 65_536

/** Maximum number of statements that stay prepared. */
const MAX_STATEMENTS = 200

const filename = process.argv[2] ?? ''
const statements = new Map<string, Database.Statement>()
let connection: Database.Database | undefined
/** State of the file when the connection was opened. */
let openedContents: string | undefined

// Ctrl+C signals the whole process group, but the server first responds to pending requests.
process.on('SIGINT', () => undefined)
process.on('disconnect', () => process.exit())
// A statement blocks this thread, so a worker thread ends the process when the server has exited.
new Worker(
  `setInterval(() => process.ppid === ${process.ppid} || process.kill(process.pid, 'SIGKILL'), 500)`,
  { eval: true, resourceLimits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 8 } },
).unref()
process.on('message', (request: ReaderRequest) => {
  sendRows(request).catch((error: unknown) => {
    const { message, code, bytes } = error as Error & { code?: unknown; bytes?: number }
    void send({ error: { message, code: String(code), bytes } })
  })
})

/** Sends chunks, each after the previous one is written, so that this process never holds many rows. */
async function sendRows(request: ReaderRequest): Promise<void> {
  const { sql, bindings, asCells, maxBytes, contents, schemaVersion } = request
  const opened = connectionTo(contents)
  const statement = prepared(sql, opened)
  const checkSchema = schemaCheck((text) => prepared(text, opened), schemaVersion)
  // Runs a write only to fail: SQLite refuses it on a read-only connection.
  if (!statement.reader) statement.run(bindings)
  let rows: unknown[] = []
  let bytes = 0
  let sentBytes = 0
  for (const row of statement.raw(asCells).safeIntegers(asCells).iterate(bindings)) {
    checkSchema()
    rows.push(row)
    if (asCells) bytes += sizeOfRow(row as Cell[])
    if (bytes > maxBytes) throw new ResultTooLargeError(maxBytes)
    if (bytes - sentBytes < CHUNK_BYTES) continue
    await send({ rows, isLast: false })
    rows = []
    sentBytes = bytes
  }
  checkSchema()
  await send({ rows, isLast: true })
}

function send(response: ReaderResponse): Promise<unknown> {
  return new Promise((resolve) => process.send?.(response, resolve))
}

/**
 * SQLite drops its cached pages and schema when the file's change counter changes, but a copy of
 * another file can have the same counter. So a changed file gets a new connection, which takes less
 * than a millisecond.
 */
function connectionTo(contents: string | undefined): Database.Database {
  if (connection && contents === openedContents) return connection
  const opened = open()
  connection?.close()
  statements.clear()
  openedContents = contents
  connection = opened
  return opened
}

function prepared(sql: string, opened: Database.Database): Database.Statement {
  const cached = statements.get(sql)
  if (cached) return cached
  const statement = opened.prepare(sql)
  if (statements.size >= MAX_STATEMENTS) statements.clear()
  statements.set(sql, statement)
  return statement
}

function open(): Database.Database {
  const opened = new Database(filename, { readonly: true, fileMustExist: true })
  opened.function(REPLACE_NUL, { deterministic: true }, replaceNul)
  return opened
}

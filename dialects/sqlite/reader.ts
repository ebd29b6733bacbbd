/**
 * A process that reads one SQLite file. Statements run in it because SQLite computes in the thread
 * that asks, and because nothing but the end of its process stops a statement: the driver has no
 * interrupt, and a worker thread is only ended between two of a statement's rows.
 */
import { Worker } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { ResultTooLargeError, sizeOfRow } from '../../src/dialect/result-size'
import type { Cell } from '../../src/dialect/schema'
import type { ReaderAnswer, ReaderRequest } from './reader-process'
import { schemaCheck } from './schema-version'
import { REPLACE_NUL, replaceNul } from './search'

/** What is sent at a time, roughly. */
const BYTES_OF_A_PART = 65_536

/** Statements kept prepared. */
const MOST_STATEMENTS = 200

const filename = process.argv[2] ?? ''
const statements = new Map<string, Database.Statement>()
let connection: Database.Database | undefined
/** State of the file that the connection was opened for. */
let openedContents: string | undefined

// Ctrl+C goes to the whole group of processes; the server still answers what it has been asked.
process.on('SIGINT', () => undefined)
process.on('disconnect', () => process.exit())
// A statement blocks this thread until its end; the worker ends the process when the server has gone.
new Worker(
  `setInterval(() => process.ppid === ${process.ppid} || process.kill(process.pid, 'SIGKILL'), 500)`,
  { eval: true, resourceLimits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 8 } },
).unref()
process.on('message', (question: ReaderRequest) => {
  sendRows(question).catch((error: unknown) => {
    const { message, code, bytes } = error as Error & { code?: unknown; bytes?: number }
    void send({ error: { message, code: String(code), bytes } })
  })
})

/** In parts, each when the one before has been taken, so that this process never holds many rows. */
async function sendRows(request: ReaderRequest): Promise<void> {
  const { sql, bindings, asCells, maxBytes, contents, schemaVersion } = request
  const opened = connectionTo(contents)
  const statement = prepared(sql, opened)
  const checkSchema = schemaCheck((text) => prepared(text, opened), schemaVersion)
  // Nothing but reads succeeds here; a write is run to be refused by SQLite itself.
  if (!statement.reader) statement.run(bindings)
  let rows: unknown[] = []
  let bytes = 0
  let sentBytes = 0
  for (const row of statement.raw(asCells).safeIntegers(asCells).iterate(bindings)) {
    checkSchema()
    rows.push(row)
    if (asCells) bytes += sizeOfRow(row as Cell[])
    if (bytes > maxBytes) throw new ResultTooLargeError(maxBytes)
    if (bytes - sentBytes < BYTES_OF_A_PART) continue
    await send({ rows, isLast: false })
    rows = []
    sentBytes = bytes
  }
  checkSchema()
  await send({ rows, isLast: true })
}

function send(answer: ReaderAnswer): Promise<unknown> {
  return new Promise((resolve) => process.send?.(answer, resolve))
}

/**
 * SQLite forgets the pages and the schema that it remembers when the file's change counter is another,
 * and a copy of another file can have the same. So the connection is opened anew, which takes less than
 * a millisecond.
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
  const known = statements.get(sql)
  if (known) return known
  const statement = opened.prepare(sql)
  if (statements.size >= MOST_STATEMENTS) statements.clear()
  statements.set(sql, statement)
  return statement
}

function open(): Database.Database {
  const opened = new Database(filename, { readonly: true, fileMustExist: true })
  opened.function(REPLACE_NUL, { deterministic: true }, replaceNul)
  return opened
}

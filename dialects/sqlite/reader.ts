/**
 * A process that reads one SQLite file. Statements run in it because SQLite computes in the thread
 * that asks, and because nothing but the end of its process stops a statement: the driver has no
 * interrupt, and a worker thread is only ended between two of a statement's rows.
 */
import Database from 'better-sqlite3'
import type { ReaderAnswer, ReaderQuestion } from './reader-process'
import { REPLACE_NUL, replaceNul } from './search'

/** Statements kept prepared. */
const MOST_STATEMENTS = 200

const filename = process.argv[2] ?? ''
const statements = new Map<string, Database.Statement>()
let connection: Database.Database | undefined

// Ctrl+C goes to the whole group of processes; the server still answers what it has been asked.
process.on('SIGINT', () => undefined)
process.on('disconnect', () => process.exit())
process.on('message', (question: ReaderQuestion) => {
  process.send?.(answer(question))
})

function answer({ sql, bindings, asCells }: ReaderQuestion): ReaderAnswer {
  try {
    const statement = prepared(sql)
    // Nothing but reads succeeds here; a write is run to be refused by SQLite itself.
    if (!statement.reader) statement.run(bindings)
    return { rows: statement.raw(asCells).safeIntegers(asCells).all(bindings) }
  } catch (error) {
    const { message, code } = error as Error & { code?: unknown }
    return { error: { message, code: String(code) } }
  }
}

function prepared(sql: string): Database.Statement {
  connection ??= open()
  const known = statements.get(sql)
  if (known) return known
  const statement = connection.prepare(sql)
  if (statements.size >= MOST_STATEMENTS) statements.clear()
  statements.set(sql, statement)
  return statement
}

function open(): Database.Database {
  const opened = new Database(filename, { readonly: true, fileMustExist: true })
  opened.function(REPLACE_NUL, { deterministic: true }, replaceNul)
  return opened
}

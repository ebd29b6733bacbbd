/**
 * A process that reads one SQLite file. SQLite computes in the thread of its caller, so a statement
 * would block the server's event loop. And only the end of a process stops a running statement: the
 * driver has no interrupt, and a worker thread ends only between two rows of a statement.
 */
import { Worker } from 'node:worker_threads'
import { ResultTooLargeError, sizeOfRow } from '../../src/dialect/result-size'
import type { Cell } from '../../src/dialect/schema'
import { errorCode } from '../../src/error-code'
import { FileConnection } from './file-connection'
import type { ReaderRequest, ReaderResponse } from './reader-process'

/** Approximate size of a message. */
const CHUNK_BYTES = 65_536

/** Approximate bytes of a cell in a message apart from its value, which may be an empty text. */
const CELL_BYTES = 8

/** Maximum characters of an error's message. SQLite quotes values, which may have megabytes. */
const MAX_MESSAGE = 4000

const filename = process.argv[2] ?? ''
/** Milliseconds to wait for a writer's lock. */
const LOCK_TIMEOUT = 5000

// The path is absolute. Node.js starts no thread in a folder that has been removed.
process.chdir('/')
const connection = new FileConnection(filename, LOCK_TIMEOUT)

// Ctrl+C and systemd signal all processes, but the server first responds to pending requests.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
process.on('disconnect', () => process.exit())
// A statement blocks this thread, so a worker thread ends the process when the server has exited.
new Worker(
  `setInterval(() => process.ppid === ${process.ppid} || process.kill(process.pid, 'SIGKILL'), 500)`,
  {
    eval: true,
    resourceLimits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 8 },
    // Modules that the program preloads, such as an SDK for traces, would exceed this memory.
    execArgv: [],
    env: {},
  },
).unref()
process.on('message', (request: ReaderRequest) => {
  sendRows(request).catch((error: unknown) => {
    const code = errorCode(error)
    const message = (error instanceof Error ? error.message : String(error)).slice(0, MAX_MESSAGE)
    const bytes = error instanceof ResultTooLargeError ? error.bytes : undefined
    // The driver reads no value that Node.js could not hold in a string.
    const limit = code === 'SQLITE_TOOBIG' ? request.maxBytes : bytes
    void send({ error: { message, code, bytes: limit } })
  })
})

/** Sends chunks, each after the previous one is written, so that this process never holds many rows. */
async function sendRows(request: ReaderRequest): Promise<void> {
  const { asCells, maxBytes, contents } = request
  let rows: unknown[] = []
  let bytes = 0
  let chunkBytes = 0
  for (const row of connection.rows(request, contents)) {
    rows.push(row)
    if (asCells) {
      const cells = row as Cell[]
      const size = sizeOfRow(cells)
      bytes += size
      chunkBytes += size + cells.length * CELL_BYTES
    }
    if (bytes > maxBytes) throw new ResultTooLargeError(maxBytes)
    if (chunkBytes < CHUNK_BYTES) continue
    await send({ rows, isLast: false })
    rows = []
    chunkBytes = 0
  }
  connection.closeFileOfMany()
  await send({ rows, isLast: true })
}

function send(response: ReaderResponse): Promise<unknown> {
  return new Promise((resolve) => process.send?.(response, resolve))
}

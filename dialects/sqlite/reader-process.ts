/** The server's end of a reader: asks it one statement at a time, and ends it when it takes too long. */
import { fork, type ChildProcess } from 'node:child_process'
import { ResultTooLargeError } from '../../src/dialect/result-size'
import { fileState } from './file-state'

export interface ReaderQuestion {
  readonly sql: string
  readonly bindings: readonly unknown[]
  /** Rows as arrays and integers as bigint: neither equal names nor 2^53 can lose anything. */
  readonly asCells: boolean
  /** Of all cells together, at most. */
  readonly maxBytes: number
  /** What the statement was made for; any other is an error with the code `READER_SCHEMA`. */
  readonly schemaVersion?: string | undefined
}

/** What the server sends. */
export interface ReaderRequest extends ReaderQuestion {
  /** State of the file: where it is another than before, what the reader remembers of it is void. */
  readonly contents: string | undefined
}

interface AnsweredError {
  readonly message: string
  readonly code: string
  /** Of a result that is too large: the limit that it went over. */
  readonly bytes?: number | undefined
}

export type ReaderAnswer =
  { readonly rows: unknown[]; readonly isLast: boolean } | { readonly error: AnsweredError }

/** What SQLite says, or why the reader is gone, with a `code`. */
export class ReaderError extends Error {
  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message)
  }
}

export const READER_TIMEOUT = 'READER_TIMEOUT'
export const READER_SCHEMA = 'READER_SCHEMA'

interface Waiting {
  readonly rows: unknown[]
  resolve(rows: unknown[]): void
  reject(error: Error): void
}

export class ReaderProcess {
  private readonly child: ChildProcess
  private waiting: Waiting | undefined
  private isGone = false
  private readonly ended: Promise<void>

  /** @param timeout milliseconds that a statement may take */
  constructor(
    private readonly filename: string,
    private readonly timeout: number,
  ) {
    this.child = fork(require.resolve('./reader'), [filename], {
      // bigint and bytes pass as they are.
      serialization: 'advanced',
      // Rows pass through it quickly; what they leave behind must not pile up.
      execArgv: [...process.execArgv, '--max-semi-space-size=1'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    this.child.on('message', (answer: ReaderAnswer) => {
      this.settle(answer)
    })
    this.child.on('error', (error) => {
      this.lose(error.message)
    })
    this.ended = new Promise((resolve) => {
      this.child.on('exit', () => {
        this.lose('its process has ended')
        resolve()
      })
    })
  }

  get isUsable(): boolean {
    return !this.isGone
  }

  async run(question: ReaderQuestion): Promise<unknown[]> {
    if (this.isGone) throw new ReaderError('the reader is gone', 'READER_GONE')
    const deadline = setTimeout(() => {
      void this.kill(new ReaderError('the statement took too long', READER_TIMEOUT))
    }, this.timeout)
    try {
      return await new Promise<unknown[]>((resolve, reject) => {
        this.waiting = { rows: [], resolve, reject }
        const request: ReaderRequest = {
          ...question,
          contents: fileState(this.filename)?.contents,
        }
        this.child.send(request)
      })
    } finally {
      clearTimeout(deadline)
    }
  }

  /** Gone within milliseconds, whatever it is doing; the promise waits for them. */
  kill(reason = new ReaderError('the reader was stopped', 'READER_GONE')): Promise<void> {
    this.isGone = true
    this.waiting?.reject(reason)
    this.child.kill('SIGKILL')
    return this.ended
  }

  private settle(answer: ReaderAnswer): void {
    if ('error' in answer) {
      this.waiting?.reject(errorOf(answer.error))
      // It would remember what it has read, be the file mended by then.
      if (DAMAGE.test(answer.error.code)) void this.kill()
      return
    }
    for (const row of answer.rows) this.waiting?.rows.push(row)
    if (answer.isLast) this.waiting?.resolve(this.waiting.rows)
  }

  private lose(why: string): void {
    this.isGone = true
    this.waiting?.reject(new ReaderError(`the reader is gone: ${why}`, 'READER_GONE'))
  }
}

/** https://www.sqlite.org/rescode.html */
const DAMAGE = /^SQLITE_(CORRUPT|NOTADB|IOERR|CANTOPEN)/

function errorOf({ message, code, bytes }: AnsweredError): Error {
  return bytes === undefined ? new ReaderError(message, code) : new ResultTooLargeError(bytes)
}

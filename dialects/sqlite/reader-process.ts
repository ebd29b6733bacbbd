/** The server's end of a reader: asks it one statement at a time, and ends it when it takes too long. */
import { fork, type ChildProcess } from 'node:child_process'
import { inodeOf } from './inode'

export interface ReaderQuestion {
  readonly sql: string
  readonly bindings: readonly unknown[]
  /** Rows as arrays and integers as bigint: neither equal names nor 2^53 can lose anything. */
  readonly asCells: boolean
}

export type ReaderAnswer =
  | { readonly rows: unknown[] }
  | { readonly error: { readonly message: string; readonly code: string } }

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

interface Waiting {
  resolve(rows: unknown[]): void
  reject(error: ReaderError): void
}

export class ReaderProcess {
  private readonly child: ChildProcess
  private waiting: Waiting | undefined
  private isGone = false
  private readonly inode: string | undefined
  private readonly ended: Promise<void>

  /** @param timeout milliseconds that a statement may take */
  constructor(
    private readonly filename: string,
    private readonly timeout: number,
  ) {
    this.inode = inodeOf(filename)
    this.child = fork(require.resolve('./reader'), [filename], {
      // bigint and bytes pass as they are.
      serialization: 'advanced',
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

  /** Not any more when another file has been put in the place of the one that it has open. */
  get isUsable(): boolean {
    return !this.isGone && this.inode === inodeOf(this.filename)
  }

  async run(question: ReaderQuestion): Promise<unknown[]> {
    if (this.isGone) throw new ReaderError('the reader is gone', 'READER_GONE')
    const deadline = setTimeout(() => {
      void this.kill(new ReaderError('the statement took too long', READER_TIMEOUT))
    }, this.timeout)
    try {
      return await new Promise<unknown[]>((resolve, reject) => {
        this.waiting = { resolve, reject }
        this.child.send(question)
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
    if ('rows' in answer) this.waiting?.resolve(answer.rows)
    else this.waiting?.reject(new ReaderError(answer.error.message, answer.error.code))
  }

  private lose(why: string): void {
    this.isGone = true
    this.waiting?.reject(new ReaderError(`the reader is gone: ${why}`, 'READER_GONE'))
  }
}

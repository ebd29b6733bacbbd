/** The server's handle of a reader process, which runs one statement at a time. */
import { fork, type ChildProcess } from 'node:child_process'
import { ResultTooLargeError } from '../../src/dialect/result-size'
import type { FileStatement } from './file-connection'
import { fileState } from './file-state'
import { ReaderError, READER_GONE, READER_TIMEOUT } from './reader-error'
import { inheritedEnvironment, inheritedOptions } from './reader-options'

interface ReaderStatement extends FileStatement {
  /** Maximum size of all cells together. */
  readonly maxBytes: number
}

/** The message to the reader process. */
export interface ReaderRequest extends ReaderStatement {
  /** State of the file. When it changes, the reader opens a new connection. */
  readonly contents: string | undefined
}

interface ErrorMessage {
  readonly message: string
  readonly code: string
  /** The limit that a result exceeds; only of a result that is too large. */
  readonly bytes?: number | undefined
}

/** The messages from the reader process. */
export type ReaderResponse =
  | { readonly rows: unknown[]; readonly isLast: boolean }
  | { readonly error: ErrorMessage }

interface PendingRequest {
  readonly request: ReaderRequest
  readonly rows: unknown[]
  resolve(rows: unknown[]): void
  reject(error: Error): void
}

export class ReaderProcess {
  private child: ChildProcess
  private pending: PendingRequest | undefined
  private isGone = false
  private readonly ended: Promise<void>

  /** @param timeout milliseconds that a statement may take */
  constructor(
    private readonly filename: string,
    private readonly timeout: number,
  ) {
    let end = (): void => undefined
    this.ended = new Promise((resolve) => {
      end = resolve
    })
    this.child = this.start(end)
  }

  /** @param end is called when there is no process any more */
  private start(end: () => void): ChildProcess {
    const child = fork(require.resolve('./reader'), [this.filename], {
      // Preserves bigint and bytes.
      serialization: 'advanced',
      env: inheritedEnvironment(process.env),
      // Rows are garbage as soon as they are sent; a small young generation collects them early.
      execArgv: [...inheritedOptions(process.execArgv), '--max-semi-space-size=1'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    child.on('message', (message) => {
      // Node.js sends messages of its own by the same channel.
      if (isResponse(message)) this.receive(message)
    })
    child.on('error', (error) => {
      if (child.pid === undefined) {
        // A process that could not be started does not exit.
        this.fail(error.message)
        end()
      } else {
        // A message cannot be sent to a process that has just ended; its exit says why.
        child.kill('SIGKILL')
      }
    })
    child.on('exit', (_code, signal) => {
      if (isEarlySignal(signal) && !this.isGone) this.restart(end)
      else {
        this.fail('its process has ended')
        end()
      }
    })
    return child
  }

  private restart(end: () => void): void {
    try {
      this.child = this.start(end)
      // Without a process, its `error` event follows.
      if (this.pending && this.child.pid !== undefined) this.child.send(this.pending.request)
    } catch (error) {
      this.fail(String(error))
      end()
    }
  }

  get isUsable(): boolean {
    return !this.isGone
  }

  async run(statement: ReaderStatement): Promise<unknown[]> {
    if (this.isGone) throw new ReaderError('the reader is gone', READER_GONE)
    const deadline = setTimeout(() => {
      void this.kill(new ReaderError('the statement took too long', READER_TIMEOUT))
    }, this.timeout)
    try {
      return await new Promise<unknown[]>((resolve, reject) => {
        const request: ReaderRequest = {
          contents: fileState(this.filename)?.contents,
          ...statement,
        }
        this.pending = { request, rows: [], resolve, reject }
        this.child.send(request)
      })
    } finally {
      clearTimeout(deadline)
      // An idle process would keep the rows of its last result.
      this.pending = undefined
    }
  }

  /** Ends the process within milliseconds, even during a statement; resolves when it has ended. */
  kill(reason = new ReaderError('the reader was stopped', READER_GONE)): Promise<void> {
    this.isGone = true
    this.pending?.reject(reason)
    this.child.kill('SIGKILL')
    return this.ended
  }

  private receive(response: ReaderResponse): void {
    if ('error' in response) {
      this.pending?.reject(errorOf(response.error))
      // SQLite caches corrupt pages, even after the file is repaired.
      if (DAMAGE.test(response.error.code)) void this.kill()
      return
    }
    for (const row of response.rows) this.pending?.rows.push(row)
    if (response.isLast) this.pending?.resolve(this.pending.rows)
  }

  private fail(reason: string): void {
    this.isGone = true
    this.pending?.reject(new ReaderError(`the reader is gone: ${reason}`, READER_GONE))
  }
}

/**
 * Ctrl+C and systemd signal all processes, but the server still responds to pending requests. The signal ends only a
 * reader that does not ignore it yet, before it has run a statement, so that another one can take its place.
 */
function isEarlySignal(signal: NodeJS.Signals | null): boolean {
  return signal === 'SIGINT' || signal === 'SIGTERM'
}

function isResponse(message: unknown): message is ReaderResponse {
  const isObject = typeof message === 'object' && message !== null
  return isObject && ('rows' in message || 'error' in message)
}

/** https://www.sqlite.org/rescode.html */
const DAMAGE = /^SQLITE_(CORRUPT|NOTADB|IOERR|CANTOPEN)/

function errorOf({ message, code, bytes }: ErrorMessage): Error {
  return bytes === undefined ? new ReaderError(message, code) : new ResultTooLargeError(bytes)
}

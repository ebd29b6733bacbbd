/**
 * Writes the log in the background. A log that cannot be written, for example on a full disk, blocks
 * nothing and ends nothing: what could not be written is tried again, and lines that do not fit into the
 * buffer are dropped. When there is room again, their number is reported in their place.
 *
 * `pino.destination` does not fit: when the process exits, it repeats a failing write for ever.
 */
import { write, writeSync } from 'node:fs'
import { errorCode } from '../error-code'

/** Characters of the buffer. */
const MAX_BUFFER = 4 * 1024 * 1024

/** Characters that are written at once. Writing each line separately would double the cost of the log. */
const MIN_WRITE = 4096

/**
 * Bytes of one write of several lines. A pipe takes all or nothing of a write of at most so many. So the end of the
 * process, which does not know how much of a running write was taken, cuts no line, except one that is longer.
 * https://man7.org/linux/man-pages/man7/pipe.7.html
 */
const MAX_WRITE = 4096

/** Maximum milliseconds until a line is written, and milliseconds until a failed write is repeated. */
const FLUSH_INTERVAL = 100

/** Maximum milliseconds that the exit of the process waits for a log that cannot be written now. */
const MAX_EXIT_WAIT = 1000

/** Milliseconds between two attempts to write at the exit. */
const EXIT_RETRY = 10

const NOTHING = Buffer.alloc(0)

export class LogWriter {
  /** Whole lines, in parts of at most `MAX_WRITE` bytes, or of one longer line. */
  private readonly parts: string[] = []
  /** Number of bytes of the last part. */
  private lastBytes = 0
  /** Number of characters in `parts`. */
  private length = 0
  /** The rest of the part that is being written, or whose write has failed. */
  private rest: Buffer = NOTHING
  private isWriting = false
  /** Number of lines that were dropped since the last report. */
  private dropped = 0
  /** Whether the last write failed. */
  hasFailed = false

  /** @param reportDropped writes a line that says how many lines were dropped */
  constructor(
    private readonly descriptor: number,
    private readonly reportDropped: (count: number) => void,
  ) {
    setInterval(() => {
      this.flush()
    }, FLUSH_INTERVAL).unref()
    process.once('exit', () => {
      this.flushAtExit()
    })
  }

  write(line: string): void {
    // Not by the length of this line: a long one would be dropped between shorter ones.
    if (this.length >= MAX_BUFFER) {
      this.dropped++
      return
    }
    this.length += line.length
    const last = this.parts.length - 1
    const part = this.parts[last]
    const bytes = Buffer.byteLength(line)
    if (part !== undefined && this.lastBytes + bytes <= MAX_WRITE) {
      this.parts[last] = part + line
      this.lastBytes += bytes
    } else {
      this.parts.push(line)
      this.lastBytes = bytes
    }
    if (this.length >= MIN_WRITE && !this.hasFailed) this.flush()
  }

  private flush(): void {
    if (this.isWriting || !this.takePart()) return
    this.isWriting = true
    write(this.descriptor, this.rest, (error, bytes) => {
      this.isWriting = false
      this.hasFailed = error !== null
      if (error) return
      this.rest = this.rest.subarray(bytes)
      if (this.rest.length > 0 || this.length >= MIN_WRITE) this.flush()
    })
    this.endDropping()
  }

  /** Reports the dropped lines once the buffer has room again, which is after a successful write. */
  private endDropping(): void {
    if (this.dropped === 0 || this.length >= MAX_BUFFER) return
    const count = this.dropped
    this.dropped = 0
    this.reportDropped(count)
  }

  /** Takes the next part unless a rest is left. @returns whether there is anything to write */
  private takePart(): boolean {
    if (this.rest.length > 0) return true
    const part = this.parts.shift()
    if (part === undefined) return false
    this.length -= part.length
    this.rest = Buffer.from(part)
    return true
  }

  private flushAtExit(): void {
    // Node.js completes the running write before the process exits; to write its text here would repeat it.
    if (this.isWriting) this.rest = NOTHING
    this.isWriting = true
    const end = performance.now() + MAX_EXIT_WAIT
    while (this.takePart()) {
      this.endDropping()
      try {
        this.rest = this.rest.subarray(writeSync(this.descriptor, this.rest))
      } catch (error) {
        const isBusy = errorCode(error) === 'EAGAIN'
        if (!isBusy || performance.now() > end) return
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, EXIT_RETRY)
      }
    }
  }
}

/** Handles a standard output that cannot be written, because its reader has ended or its disk is full. */

interface ExitStatus {
  /** When the reader has ended, as `head` does; nothing is printed. */
  readonly closed: number
  /** When the output cannot be written for another reason, which is printed. */
  readonly failed: number
}

/** @param status without it, the program goes on, as a server does */
export function handleOutputErrors(status?: ExitStatus): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (!status) return
    if (error.code === 'EPIPE') process.exit(status.closed)
    console.error(`tablequery: cannot write to standard output: ${error.code ?? error.message}`)
    process.exit(status.failed)
  })
}

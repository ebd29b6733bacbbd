/** Everything that a benchmark has started: it is stopped at the end, also after an error and Ctrl-C. */

const running = new Set<() => Promise<void>>()
let hasBegunToEnd = false

/** Whether everything is being stopped: then the failure of a server means nothing. */
export function isEnding(): boolean {
  return hasBegunToEnd
}

/** @returns a function that stops it, once */
export function stopAtEnd(stop: () => Promise<void>): () => Promise<void> {
  const stopOnce = async (): Promise<void> => {
    if (running.delete(stopOnce)) await stop()
  }
  running.add(stopOnce)
  return stopOnce
}

/** Exit codes of a program that a signal has ended. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

export function runAndStop(main: () => Promise<void>): void {
  const end = (code: number): void => {
    if (hasBegunToEnd) return
    hasBegunToEnd = true
    void stopAll().finally(() => process.exit(code))
  }
  const fail = (error: unknown): void => {
    // Connections to stopped servers fail.
    if (!hasBegunToEnd) console.error(error)
    end(1)
  }
  for (const [signal, code] of Object.entries(SIGNALS)) {
    process.on(signal, () => {
      end(code)
    })
  }
  process.on('uncaughtException', fail)
  main().then(() => {
    end(0)
  }, fail)
}

/** The last started is stopped first. */
async function stopAll(): Promise<void> {
  for (const stop of [...running].reverse()) {
    await stop().catch((error: unknown) => {
      console.error(error)
    })
  }
}

/**
 * Ends the program at a signal that arrives before its own handlers are set. The kernel delivers only handled
 * signals to process 1 of a container, and loading all files takes a quarter of a second: import this file first.
 * https://man7.org/linux/man-pages/man7/pid_namespaces.7.html
 */
import { constants } from 'node:os'

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

for (const name of SIGNALS) process.on(name, exit)

/** Exits with the status that a shell reports for a command that a signal has ended. */
function exit(name: (typeof SIGNALS)[number]): void {
  process.exit(128 + constants.signals[name])
}

/** Call this after the handlers of the same signals are set: they get a signal that has already arrived. */
export function removeEarlyExit(): void {
  for (const name of SIGNALS) process.off(name, exit)
}

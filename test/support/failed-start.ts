/** Starts a server as the program does, but in the process of the test. */
import pino, { type Logger } from 'pino'
import { readCommand } from '../../src/program/config'
import { startServer, type RunningServer } from '../../src/program/server'
import { StartError } from '../../src/start-error'

/**
 * The message of a start that fails, which the program prints, and the log until then.
 * @throws an error that the program would print with its stack, or if the server starts
 */
export async function failedStart(
  args: readonly string[],
): Promise<{ message: string; log: string }> {
  const lines: string[] = []
  const log = pino({ write: (line) => lines.push(line) })
  const started = await start(args, log).catch((error: unknown) => ({ error }))
  if ('error' in started) {
    if (!(started.error instanceof StartError)) throw started.error
    return { message: started.error.message, log: lines.join('') }
  }
  await started.stop()
  throw new Error('the server has started')
}

async function start(args: readonly string[], log: Logger): Promise<RunningServer> {
  const command = readCommand(args, {})
  if (command.run !== 'serve') throw new Error('the arguments do not start a server')
  const { connection, ...settings } = command.settings
  if (connection === undefined) throw new Error('the arguments name no database')
  const { signal } = new AbortController()
  return startServer({ ...settings, connection, port: 0 }, log, signal)
}

#!/usr/bin/env node
/** The program: reads its settings, runs the server until a signal, and prints failures in one line. */
import './program/early-exit'
import cluster from 'node:cluster'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import pino, { type Logger } from 'pino'
import { defaultShopDatabase } from '../fixtures/shop/default-database'
import { checkReport } from './program/check-report'
import { subcommandOf } from './commands/subcommands'
import { readCommand } from './program/config'
import { DatabaseUnavailableError } from './database/database'
import { explainNativeModule } from './dialect/native-module'
import { dumpConfig } from './program/dump-config'
import { checkHealth } from './program/health-check'
import { helpText } from './program/help-text'
import { visible } from './log/control-characters'
import { createLog } from './log/create-log'
import { onLines } from './log/worker-lines'
import { packageFolder } from './package-folder'
import { readyText } from './program/ready-text'
import { startServer, type RunningServer } from './program/server'
import type { Settings } from './program/settings'
import { StartError, StartStoppedError } from './start-error'
import { handleOutputErrors } from './program/standard-output'
import { startWarnings } from './program/start-warnings'
import { handleStopSignals } from './program/stop-signals'
import { unlessAborted } from './unless-aborted'
import { giveSettings, receiveSettings } from './program/worker-settings'
import { reportReady, startWorkers, WorkerStartError } from './program/workers'
import { requireWorkingFolder } from './program/working-folder'

main().catch((error: unknown) => {
  const isStopped = error instanceof StartStoppedError
  // A worker has printed its own error.
  const isPrinted = isStopped || error instanceof WorkerStartError
  if (!isPrinted)
    console.error(error instanceof StartError ? `tablequery: ${visible(error.message)}` : error)
  process.exitCode = isStopped ? 0 : 1
  // Without this, a worker would disconnect and exit with status 0, which hides the failure from the primary
  // process.
  if (cluster.isWorker) process.exit()
})

async function main(): Promise<void> {
  if (cluster.isPrimary) requireWorkingFolder()
  const [name = '', ...args] = process.argv.slice(2)
  const subcommand = subcommandOf(name)
  if (subcommand) {
    // If the output cannot be written, the checks are incomplete, and have not passed.
    handleOutputErrors(name === 'conformance' ? { closed: 2, failed: 2 } : undefined)
    await subcommand(args)
    return
  }
  // Only the primary process reads settings: a file may have changed since, or be readable only once.
  if (cluster.isWorker) {
    await runServer(receiveSettings())
    return
  }
  const command = readCommand(process.argv.slice(2), process.env)
  handleOutputErrors(command.run === 'serve' ? undefined : { closed: 0, failed: 1 })
  if (command.run === 'help') process.stdout.write(helpText())
  else if (command.run === 'version') process.stdout.write(`${version()}\n`)
  else if (command.run === 'dump') {
    process.stdout.write(`${dumpConfig(command.settings, command.raw)}\n`)
  } else if (command.run === 'check') await checkStart(command.settings)
  else if (command.run === 'health') await checkHealth(command.settings)
  else {
    giveSettings(command.raw)
    await runServer(command.settings)
  }
}

/**
 * Starts on a free local port, then stops.
 * @throws StartError
 */
async function checkStart(settings: Settings): Promise<void> {
  const unused = { host: '127.0.0.1', port: 0, adminPort: undefined, waitForDatabase: false }
  const { signal } = new AbortController()
  const server = await startSingle({ ...settings, ...unused }, pino({ level: 'silent' }), signal)
  try {
    process.stdout.write(await checkReport(settings, await server.report()))
  } finally {
    await server.stop()
  }
}

async function runServer(settings: Settings): Promise<void> {
  const { drainTimeout } = settings
  const { log, writeLine } = createLog(settings)
  const { signal, stopWith } = handleStopSignals(drainTimeout, log)
  const isPrimary = settings.workers > 1 && cluster.isPrimary
  cluster.on('fork', ({ process: { stderr } }) => {
    if (stderr) onLines(stderr, writeLine)
  })
  const start = isPrimary ? startWorkers : startSingle
  const server = await start(settings, log, signal).catch((error: unknown) => {
    // Other processes may have got the signal too, and their end is no failure of the start.
    if (signal.aborted) throw signal.reason
    // The workers of the start have the first numbers. Standard error has only the log once they are ready.
    if ((cluster.worker?.id ?? 0) <= settings.workers) throw error
    log.error({ err: error }, 'worker cannot start')
    throw new WorkerStartError('the worker cannot start', { cause: error })
  })
  stopWith(() => server.stop())
  if (cluster.isWorker) {
    reportReady(server.baseUrl)
    return
  }
  // After the start, because a start that fails prints only its error.
  for (const warning of startWarnings(settings)) log.warn(warning)
  process.stdout.write(readyText(server.baseUrl, settings, process.stdout.isTTY))
}

async function startSingle(
  settings: Settings,
  log: Logger,
  signal: AbortSignal,
): Promise<RunningServer> {
  const connection = settings.connection ?? (await unlessAborted(signal, exampleDatabase()))
  return startServer({ ...settings, connection }, log, signal)
}

async function exampleDatabase(): Promise<string> {
  try {
    return await defaultShopDatabase()
  } catch (cause) {
    const reason = explainNativeModule(cause, 'better-sqlite3') ?? (cause as Error).message
    throw new DatabaseUnavailableError(`cannot create the example database: ${reason}`, { cause })
  }
}

function version(): string {
  const text = readFileSync(path.join(packageFolder(), 'package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

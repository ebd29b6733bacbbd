#!/usr/bin/env node
/** The process: reads its settings, serves until it is told to stop, and says in one line what fails. */
import cluster from 'node:cluster'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import pino, { type Logger } from 'pino'
import { defaultShopDatabase } from '../fixtures/shop/default-database'
import { readCommand } from './config'
import { DatabaseUnavailableError } from './database'
import { dumpConfig } from './dump-config'
import { checkHealth } from './health-check'
import { helpText } from './help-text'
import { packageFolder } from './package-folder'
import { startServer, type RunningServer } from './server'
import type { Settings } from './settings'
import { StartError, StartStoppedError } from './start-error'
import { handleStopSignals, unlessAborted } from './stop-signals'
import { reportReady, startWorkers, WorkerStartError } from './workers'

/** Characters. While nobody takes them, lines are dropped: a log that is stuck may stop nothing else. */
const MOST_UNWRITTEN = 4 * 1024 * 1024

/** Milliseconds until a line is written at the latest. */
const FLUSH = 100

main().catch((error: unknown) => {
  const isStopped = error instanceof StartStoppedError
  // The worker has said why itself.
  const isSaid = isStopped || error instanceof WorkerStartError
  if (!isSaid) console.error(error instanceof StartError ? `tablequery: ${error.message}` : error)
  process.exitCode = isStopped ? 0 : 1
  // A disconnect would end a worker with status 0, which says nothing to the primary process.
  if (cluster.isWorker) process.exit()
})

async function main(): Promise<void> {
  const command = readCommand(process.argv.slice(2), process.env)
  if (command.run === 'help') process.stdout.write(helpText())
  else if (command.run === 'version') process.stdout.write(`${version()}\n`)
  else if (command.run === 'dump') {
    process.stdout.write(`${dumpConfig(command.settings, command.raw)}\n`)
  } else if (command.run === 'check') await check(command.settings)
  else if (command.run === 'health') await checkHealth(command.settings)
  else await serve(command.settings)
}

/**
 * Starts where nobody asks, and ends.
 * @throws StartError
 */
async function check(settings: Settings): Promise<void> {
  const quiet = { host: '127.0.0.1', port: 0, adminPort: undefined, waitForDatabase: false }
  const { signal } = new AbortController()
  const server = await serveAlone({ ...settings, ...quiet }, pino({ level: 'silent' }), signal)
  await server.stop()
  process.stdout.write('The settings are valid, and the database answers.\n')
}

async function serve(settings: Settings): Promise<void> {
  const { logLevel: level, drainTimeout } = settings
  const log = pino(
    { base: null, level },
    pino.destination({
      ...{ fd: 2, sync: false, maxLength: MOST_UNWRITTEN },
      // A write for each line would cost as much as the rest of the log.
      ...{ minLength: 4096, periodicFlush: FLUSH },
    }),
  )
  const { signal, stopWith } = handleStopSignals(drainTimeout, log)
  const isPrimary = settings.workers > 1 && cluster.isPrimary
  const start = isPrimary ? startWorkers : serveAlone
  const server = await start(settings, log, signal)
  stopWith(() => server.stop())
  const { baseUrl } = server
  if (cluster.isWorker) reportReady(baseUrl)
  else process.stdout.write(`${baseUrl} is ready, try: curl '${baseUrl}/tables'\n${viewerHint()}`)

  function viewerHint(): string {
    const { viewerPath } = settings
    if (viewerPath === 'off') return ''
    const address = new URL(viewerPath, baseUrl).href.replace(/\/?$/, '/')
    return `Open ${address} to see the tables.\n`
  }
}

async function serveAlone(
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
    const message = `cannot make the example database: ${(cause as Error).message}`
    throw new DatabaseUnavailableError(message, { cause })
  }
}

function version(): string {
  const text = readFileSync(path.join(packageFolder(), 'package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

#!/usr/bin/env node
/** The process: reads its settings, serves until it is told to stop, and says in one line what fails. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import pino from 'pino'
import { defaultShopDatabase } from '../fixtures/shop/default-database'
import { ConfigError, readCommand } from './config'
import { DatabaseUnavailableError } from './database'
import { ListenError, startServer } from './server'
import { flagName, SETTING_NAMES, SETTINGS, variableName, type Settings } from './settings'

main().catch((error: unknown) => {
  const isExpected = [ConfigError, DatabaseUnavailableError, ListenError].some(
    (kind) => error instanceof kind,
  )
  console.error(isExpected ? `tablequery: ${(error as Error).message}` : error)
  process.exitCode = 1
})

async function main(): Promise<void> {
  const command = readCommand(process.argv.slice(2), process.env)
  if (command.run === 'help') process.stdout.write(help())
  else if (command.run === 'version') process.stdout.write(`${version()}\n`)
  else await serve(command.settings)
}

async function serve(settings: Settings): Promise<void> {
  const connection = settings.connection ?? (await exampleDatabase())
  const log = pino({ base: null }, pino.destination({ fd: 2, sync: true }))
  const server = await startServer({ ...settings, connection }, log)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void server.stop())
  }
  process.stdout.write(`${server.baseUrl} is ready, try: curl '${server.baseUrl}/tables'\n`)
}

async function exampleDatabase(): Promise<string> {
  try {
    return await defaultShopDatabase()
  } catch (cause) {
    const message = `cannot make the example database: ${(cause as Error).message}`
    throw new DatabaseUnavailableError(message, { cause })
  }
}

function help(): string {
  const rows = SETTING_NAMES.filter((name) => name !== 'connection').map(
    (name) => [`--${flagName(name)} VALUE`, SETTINGS[name].description] as const,
  )
  const all = [
    ...rows,
    ['--config FILE', 'JSON file of settings, e.g. {"maxLimit": 500}'] as const,
    ['--help', 'print this text'] as const,
    ['--version', 'print the version'] as const,
  ]
  const options = all.map(([flag, text]) => `  ${flag.padEnd(26)}${text}`).join('\n')
  return `Usage: tablequery [CONNECTION] [options]

A read-only HTTP API over an existing database.

CONNECTION is ${SETTINGS.connection.allowed};
without it, DATABASE_URL; without that, the bundled shop database.

Options:
${options}

Each option is also an environment variable (--max-limit is ${variableName('maxLimit')},
or ${variableName('maxLimit')}_FILE for a file that holds the value) and a key of the JSON file
(maxLimit). A flag wins over the environment, the environment over the file.
`
}

function version(): string {
  // From dist/src as from src, the package's folder is the nearest that has a package.json.
  for (let folder = __dirname; ; folder = path.dirname(folder)) {
    try {
      const text = readFileSync(path.join(folder, 'package.json'), 'utf8')
      return (JSON.parse(text) as { version: string }).version
    } catch (error) {
      if (folder === path.dirname(folder)) throw error
    }
  }
}

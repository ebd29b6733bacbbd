/** `tablequery conformance BASE_URL`: checks an implementation of the contract. */
import path from 'node:path'
import {
  ConformanceError,
  failuresOf,
  jsonReport,
  junitReport,
  LEVELS,
  progressLine,
  runConformance,
  textReport,
  type ConformanceOptions,
  type Level,
} from '../conformance'
import { visible } from '../log/control-characters'
import { StartError } from '../start-error'
import { baseUrlOf } from './base-url'
import { HEADER_HELP, HEADER_OPTIONS, headersOf } from './header-option'
import { parseOptions, wholeNumberOption } from './options'
import { requireWritable, writeReport } from './report-file'

const HELP = `Usage: tablequery conformance BASE_URL [options]

Checks whether an HTTP API implements the contract of tablequery. It sends only GET requests.
BASE_URL includes the mount path: http://127.0.0.1:3000/api/table-viewer

Options:
  --level LEVEL           must: sentences of the contract; should: its recommendations too;
                          sameness: also what tablequery decides where the contract is silent
                          (default: should)
  --table NAME            Check this table only; can be repeated (default: the first 40)
${HEADER_HELP}
  --max-requests NUMBER   Maximum number of requests (default: 20000)
  --timeout MILLISECONDS  Maximum time of a request (default: 10000)
  --junit FILE            Write a report as JUnit XML
  --json FILE             Write a report as JSON
  --help                  Print this text

Exit status: 0 if all checks passed, 1 if one failed, 2 if the checks could not all run.
`

const OPTIONS = {
  ...HEADER_OPTIONS,
  level: { type: 'string' },
  table: { type: 'string', multiple: true },
  'max-requests': { type: 'string' },
  timeout: { type: 'string' },
  junit: { type: 'string' },
  json: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

/** The exit status when the checks could not all run. */
const INCOMPLETE = 2

export async function conformanceCommand(args: readonly string[]): Promise<void> {
  try {
    const command = parse(args)
    if (command === 'help') process.stdout.write(HELP)
    else await check(command)
  } catch (error) {
    const isExpected = error instanceof StartError || error instanceof ConformanceError
    if (!isExpected) throw error
    console.error(`tablequery conformance: ${visible(error.message)}`)
    process.exitCode = INCOMPLETE
  }
}

interface Command {
  readonly options: ConformanceOptions
  readonly junit?: string | undefined
  readonly json?: string | undefined
}

async function check({ options, junit, json }: Command): Promise<void> {
  for (const file of [junit, json]) if (file !== undefined) requireWritable(file)
  // Until all checks have run, also if the process ends before that.
  process.exitCode = INCOMPLETE
  const report = await runConformance({
    ...options,
    onResults: (results) => process.stdout.write(`${progressLine(results)}\n`),
  })
  process.stdout.write(`\n${textReport(report)}`)
  if (junit !== undefined) writeReport(junit, junitReport(report))
  if (json !== undefined) writeReport(json, jsonReport(report))
  if (report.isComplete) process.exitCode = failuresOf(report).length > 0 ? 1 : 0
}

/** @throws StartError */
function parse(args: readonly string[]): Command | 'help' {
  const { values, positionals } = parseOptions(args, OPTIONS)
  if (values.help === true) return 'help'
  const { level = 'should', table: tables, junit, json } = values
  if (!isLevel(level)) throw new StartError(`--level must be one of ${LEVELS.join(', ')}`)
  if (tables?.includes('') === true) throw new StartError('--table must be the name of a table')
  if (junit !== undefined && json !== undefined && path.resolve(junit) === path.resolve(json))
    throw new StartError('--junit and --json must be different files')
  const maxRequests = wholeNumberOption('max-requests', values['max-requests'])
  const timeout = wholeNumberOption('timeout', values.timeout)
  const options = {
    baseUrl: baseUrlOf(positionals),
    headers: headersOf(values),
    level,
    ...(tables && { tables }),
    ...(maxRequests !== undefined && { maxRequests }),
    ...(timeout !== undefined && { timeout }),
  }
  return { options, junit, json }
}

function isLevel(text: string): text is Level {
  return LEVELS.some((level) => level === text)
}

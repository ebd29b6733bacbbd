/** Options of the command line that are not settings. */
import { StartError } from '../start-error'

export interface ProgramOption {
  readonly type: 'string' | 'boolean'
  /** A letter that stands for the option. */
  readonly short?: string
  /** The name of its value in `--help`. */
  readonly value?: string
  readonly meaning: string
}

export const PROGRAM_OPTIONS: Readonly<Record<string, ProgramOption>> = {
  config: {
    type: 'string',
    value: 'FILE',
    meaning: 'Read settings from a JSON file, e.g. {"maxLimit": 500}',
  },
  check: { type: 'boolean', meaning: 'Check the settings and the database, then exit' },
  'health-check': {
    type: 'boolean',
    meaning: 'Check that the program with these settings is running, then exit',
  },
  'dump-config': { type: 'boolean', meaning: 'Print the settings without secrets, then exit' },
  help: { type: 'boolean', short: 'h', meaning: 'Print this text' },
  version: { type: 'boolean', short: 'v', meaning: 'Print the version' },
}

/** What each option runs in place of the server. */
const RUNS = { check: 'check', 'health-check': 'health', 'dump-config': 'dump' } as const

export type Run = 'serve' | (typeof RUNS)[keyof typeof RUNS]

/** @throws StartError if there are several of these options, because only one of them would run */
export function runOf(given: Readonly<Record<string, unknown>>): Run {
  const [first, second] = Object.entries(RUNS).filter(([option]) => given[option] === true)
  if (second) throw new StartError(`--${first?.[0]} and --${second[0]}: give one of them`)
  return first?.[1] ?? 'serve'
}

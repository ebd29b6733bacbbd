/** Options of the command line that are not settings. */
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

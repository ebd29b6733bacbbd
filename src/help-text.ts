/** The text of `--help`, made from the definitions of the settings. */
import { flagName, variableName, type Setting } from './setting-definition'
import { SETTING_SECTIONS, SETTINGS } from './settings'

type Option = readonly [flag: string, meaning: string]

const PROGRAM_OPTIONS: readonly Option[] = [
  ['--config FILE', 'Read settings from a JSON file, e.g. {"maxLimit": 500}'],
  ['--check', 'Check the settings and the database, then exit'],
  ['--health-check', 'Check that the program with these settings is running, then exit'],
  ['--dump-config', 'Print the settings without secrets, then exit'],
  ['--help', 'Print this text'],
  ['--version', 'Print the version'],
]

export function helpText(): string {
  const sections = [
    ...Object.entries(SETTING_SECTIONS).map(
      ([title, settings]) =>
        [title, Object.entries(settings).map(([name, each]) => optionOf(name, each))] as const,
    ),
    ['Program', PROGRAM_OPTIONS] as const,
  ]
  const flags = sections.flatMap(([, options]) => options.map(([flag]) => flag))
  const width = Math.max(...flags.map((flag) => flag.length)) + 2
  const lineOf = ([flag, meaning]: Option): string => `  ${flag.padEnd(width)}${meaning}`
  const text = sections.map(([title, options]) => [`${title}:`, ...options.map(lineOf)].join('\n'))
  return `Usage: tablequery [CONNECTION] [options]
       tablequery conformance BASE_URL [options]
       tablequery view BASE_URL [options]

A read-only HTTP API over an existing database.

CONNECTION is ${SETTINGS.connection.type.allowed}.
The default is the variable DATABASE_URL, or else the bundled example database.

${text.join('\n\n')}

Each setting is also an environment variable and a key of the JSON file: --max-limit is
${variableName('maxLimit')} and maxLimit. --max-limit-file and ${variableName('maxLimit')}_FILE
name a file that holds the value. Flags win over variables, variables over the file.
`
}

function optionOf(name: string, { description, unset, ...rest }: Setting<unknown>): Option {
  const { unit } = rest.type
  const value = unset ?? `${String(rest.default)}${unit === undefined ? '' : ` ${unit}`}`
  return [`--${flagName(name)} VALUE`, `${description} (default: ${value})`]
}

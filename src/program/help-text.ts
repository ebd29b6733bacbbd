/** The text of `--help`, made from the definitions of the settings. */
import { PROGRAM_OPTIONS, type ProgramOption } from './program-options'
import { flagName, variableName, type Setting } from '../settings/setting-definition'
import { SETTING_SECTIONS, SETTINGS } from './settings'

type Option = readonly [flag: string, meaning: string]

function programOption([name, { value, meaning }]: readonly [string, ProgramOption]): Option {
  return [`--${name}${value === undefined ? '' : ` ${value}`}`, meaning]
}

export function helpText(): string {
  const sections = [
    ...Object.entries(SETTING_SECTIONS).map(
      ([title, settings]) =>
        [title, Object.entries(settings).map(([name, each]) => optionOf(name, each))] as const,
    ),
    ['Program', Object.entries(PROGRAM_OPTIONS).map(programOption)] as const,
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
Without it, the setting connection is used (${variableName('connection')}, DATABASE_URL or the JSON file), or else
the bundled example.

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

/** Reads the settings from flags, the environment and a file, and checks them once. */
import { parseArgs } from 'node:util'
import { optionErrorText } from '../settings/option-error'
import { checkedSettings, type RawSetting, type RawSettings } from './checked-settings'
import { alternatives, ConfigError } from './config-error'
import { refuseMisplacedSecret } from './connection-source'
import { CONFIG_VARIABLE, environmentSettings, type Environment } from './environment-settings'
import { PROGRAM_OPTIONS, runOf, type Run } from './program-options'
import { refuseRepeatedOption } from '../settings/repeated-option'
import { readJson } from '../settings/json-setting'
import { flagName } from '../settings/setting-definition'
import { SETTING_NAMES, SETTINGS, type Settings } from './settings'
import { StartError } from '../start-error'
import { readTextFile } from '../settings/text-file'

export type Command =
  | { readonly run: 'help' }
  | { readonly run: 'version' }
  | {
      readonly run: Run
      readonly settings: Settings
      readonly raw: RawSettings
    }

/** @throws ConfigError */
export function readCommand(args: readonly string[], environment: Environment): Command {
  const { values, positionals } = parseCommandLine(args)
  if (values['help'] === true) return { run: 'help' }
  if (values['version'] === true) return { run: 'version' }
  const run = runOf(values)
  const flags: RawSettings = new Map()
  for (const name of SETTING_NAMES) {
    const flag = flagName(name)
    const file = values[`${flag}-file`]
    if (file !== undefined) {
      const source = `--${flag}-file`
      flags.set(name, { value: readTextFile(String(file), source).trim(), source })
    }
    if (values[flag] === undefined) continue
    if (file !== undefined) throw new ConfigError(`--${flag} and --${flag}-file: give one of them`)
    flags.set(name, { value: values[flag], source: `--${flag}` })
  }
  const [connection, ...more] = positionals
  if (more.length > 0)
    throw new ConfigError(
      `give at most one CONNECTION, not ${positionals.length}: put one that contains spaces in quotes`,
    )
  if (connection !== undefined) {
    const other = flags.get('connection')
    if (other) throw new ConfigError(`CONNECTION and ${other.source}: give one of them`)
    flags.set('connection', { value: connection, source: 'CONNECTION' })
  }
  const variables = environmentSettings(environment)
  const raw = new Map([...fromNamedFile(values['config'], environment), ...variables, ...flags])
  const settings = checkedSettings(raw)
  const given = raw.get('connection')
  const opensDatabase = run === 'serve' || run === 'check'
  if (given && opensDatabase) refuseMisplacedSecret(given)
  return { run, settings, raw }
}

type CommandLineValue = string | boolean | undefined

interface CommandLine {
  readonly values: Readonly<Record<string, CommandLineValue>>
  readonly positionals: readonly string[]
}

function parseCommandLine(args: readonly string[]): CommandLine {
  const names = SETTING_NAMES.map(flagName)
  const flags = [...names, ...names.map((name) => `${name}-file`)]
  const options = {
    ...Object.fromEntries(flags.map((flag) => [flag, { type: 'string' as const }])),
    ...PROGRAM_OPTIONS,
  }
  try {
    const parsed = parseArgs({ args: [...args], options, allowPositionals: true, tokens: true })
    refuseRepeatedOption(parsed.tokens)
    return parsed
  } catch (error) {
    if (error instanceof StartError) throw error
    const [text, unknown] = /^Unknown option '(--[^']*)'/.exec((error as Error).message) ?? []
    if (unknown === undefined) throw new ConfigError(optionErrorText(error))
    throw new ConfigError(`${text}${alternatives(unknown, allowedFlags(), '--')}`)
  }
}

function allowedFlags(): readonly string[] {
  return [...SETTING_NAMES.map(flagName), ...Object.keys(PROGRAM_OPTIONS)].map((f) => `--${f}`)
}

/** @param option the value of `--config` */
function fromNamedFile(
  option: CommandLineValue,
  environment: Environment,
): Iterable<[string, RawSetting]> {
  if (option !== undefined) return fromFile(String(option), '--config')
  const file = environment[CONFIG_VARIABLE]
  // An empty variable counts as not set.
  return file === undefined || file === '' ? [] : fromFile(file, CONFIG_VARIABLE)
}

function fromFile(file: string, source: string): RawSettings {
  const { value: content, flaw } = readJson(readTextFile(file, source))
  if (flaw !== undefined) throw new ConfigError(`${source}: ${file}, ${flaw}`)
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw new ConfigError(`${source}: ${file} must contain one JSON object`)
  }
  const entries: [string, unknown][] = Object.entries(content)
  for (const [key] of entries) {
    if (Object.hasOwn(SETTINGS, key)) continue
    throw new ConfigError(`unknown key "${key}" in ${file}${alternatives(key, SETTING_NAMES)}`)
  }
  return new Map(entries.map(([key, value]) => [key, { value, source: `"${key}" in ${file}` }]))
}

/** Reads the settings from flags, the environment and a file, and checks them once. */
import { parseArgs } from 'node:util'
import Joi from 'joi'
import { authenticationConflict } from '../http/authentication/authentication-settings'
import { authorizationConflict } from '../http/authorization/authorization-settings'
import { portConflict } from '../http/operations/operations-settings'
import { rateLimitConflict } from '../http/rate-limits/rate-limit-settings'
import { viewerConflict } from '../http/viewer-page/viewer-settings'
import { nearestNames } from '../dialect/nearest-names'
import { optionErrorText } from '../settings/option-error'
import { PROGRAM_OPTIONS, runOf, type Run } from './program-options'
import { refuseRepeatedOption } from '../settings/repeated-option'
import { readJson } from '../settings/json-setting'
import { flagName, variableName } from '../settings/setting-definition'
import { SETTING_NAMES, SETTINGS, type SettingName, type Settings } from './settings'
import { StartError } from '../start-error'
import { readTextFile } from '../settings/text-file'
import { flawText, ValueError } from '../settings/value-error'

/** A setting is unknown or not valid. */
class ConfigError extends StartError {}

const CONFIG_VARIABLE = 'TABLEQUERY_CONFIG'

type Environment = Readonly<Record<string, string | undefined>>

/** A value as given, with the flag, variable or key that it comes from. */
interface RawSetting {
  readonly value: unknown
  readonly source: string
}

export type RawSettings = Map<string, RawSetting>

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
  const variables = fromEnvironment(withoutServiceVariables(environment))
  const raw = new Map([...fromNamedFile(values['config'], environment), ...variables, ...flags])
  const settings = checkedSettings(raw)
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

/**
 * The end of a message about an unknown name: the most similar name, or all names if none is similar.
 * @param prefix the common prefix of all names, which the comparison ignores
 */
function alternatives(unknown: string, allowed: readonly string[], prefix = ''): string {
  const rest = (name: string): string => name.slice(prefix.length)
  const [nearest] = nearestNames(rest(unknown), allowed.map(rest))
  if (nearest === undefined) return `; allowed are ${allowed.join(', ')}`
  return `: did you mean ${prefix}${nearest}?`
}

const REMOVE_IT = 'set it, or remove it to run without this protection'

/**
 * Variables that Kubernetes sets in each container for a Service named `tablequery`, or `tablequery-…`, as
 * the Services of a Helm chart are.
 * https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables
 */
const SERVICE_VARIABLE =
  /^TABLEQUERY_(?:\w+_)?(?:SERVICE_(?:HOST|PORT(?:_\w+)?)|PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:ADDR|PORT|PROTO))?)$/

/** Such a variable also has the name of a setting if the Service is named `tablequery` or `tablequery-admin`. */
const SERVICE_PORT = /^TABLEQUERY_(?:\w+_)?PORT$/

function withoutServiceVariables(environment: Environment): Environment {
  const isOfService = ([name, value = '']: [string, string | undefined]): boolean =>
    SERVICE_VARIABLE.test(name) || (SERVICE_PORT.test(name) && /^(?:tcp|udp|sctp):\/\//.test(value))
  return Object.fromEntries(Object.entries(environment).filter((entry) => !isOfService(entry)))
}

/** A variable such as `TABLEQUERY_X` holds the setting x, `TABLEQUERY_X_FILE` names a file with the value. */
function fromEnvironment(environment: Environment): RawSettings {
  const settings: RawSettings = new Map()
  const allowed = new Set([CONFIG_VARIABLE])
  for (const name of SETTING_NAMES) {
    const variable = variableName(name)
    const { alsoFrom, secret } = SETTINGS[name]
    // Only for secrets: variables such as `HOST_FILE` can be for other programs.
    const otherFile = alsoFrom !== undefined && secret ? `${alsoFrom}_FILE` : undefined
    for (const source of [otherFile, alsoFrom, `${variable}_FILE`, variable]) {
      if (source === undefined) continue
      allowed.add(source)
      const value = environment[source]
      if (value === undefined) continue
      // E.g. from `${TOKENS:-}` in a Compose file.
      if (value === '') {
        if (SETTINGS[name].refusesEmpty) throw new ConfigError(`${source} is empty: ${REMOVE_IT}`)
        continue
      }
      const isFile = source.endsWith('_FILE')
      if (settings.get(name)?.source === `${source}_FILE`)
        throw new ConfigError(`${source} and ${source}_FILE: give one of them`)
      settings.set(name, { value: isFile ? readTextFile(value, source).trim() : value, source })
    }
  }
  for (const variable of Object.keys(environment)) {
    if (!variable.startsWith('TABLEQUERY_') || allowed.has(variable)) continue
    const names = [...allowed].filter(
      (name) => name.startsWith('TABLEQUERY_') && !name.endsWith('_FILE'),
    )
    throw new ConfigError(
      `unknown variable ${variable}${alternatives(variable, names, 'TABLEQUERY_')}`,
    )
  }
  return settings
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

const SCHEMA = Joi.object<Settings>(
  Object.fromEntries(SETTING_NAMES.map((name) => [name, schemaOf(name)])),
)

function schemaOf(name: SettingName): Joi.Schema {
  const { type, default: value } = SETTINGS[name]
  return value === undefined ? type.schema : type.schema.default(value)
}

const CONFLICTS = [
  authenticationConflict,
  authorizationConflict,
  rateLimitConflict,
  viewerConflict,
  portConflict,
]

/** @throws ConfigError */
export function checkedSettings(raw: RawSettings): Settings {
  const values = Object.fromEntries([...raw].map(([name, { value }]) => [name, value]))
  const result = SCHEMA.validate(values)
  if (!result.error) {
    const conflict = CONFLICTS.map((conflictOf) => conflictOf(result.value)).find(Boolean)
    if (conflict !== undefined) throw new ConfigError(conflict)
    return Object.freeze(result.value)
  }
  const [detail] = result.error.details
  const name = SETTING_NAMES.find((setting) => setting === detail?.path[0])
  if (name === undefined) throw result.error
  const cause: unknown = detail?.context?.['error']
  const flaw = flawText(cause instanceof ValueError ? cause.flaw : undefined)
  const source = raw.get(name)?.source ?? name
  throw new ConfigError(`${source} must be ${SETTINGS[name].type.allowed}${flaw}`)
}

import Joi from 'joi'
import { authenticationConflict } from '../http/authentication/authentication-settings'
import { authorizationConflict } from '../http/authorization/authorization-settings'
import { portConflict } from '../http/operations/operations-settings'
import { rateLimitConflict } from '../http/rate-limits/rate-limit-settings'
import { viewerConflict } from '../http/viewer-page/viewer-settings'
import { flawText, ValueError } from '../settings/value-error'
import { ConfigError } from './config-error'
import { SETTING_NAMES, SETTINGS, type SettingName, type Settings } from './settings'

/** A value as given, with the flag, variable or key that it comes from. */
export interface RawSetting {
  readonly value: unknown
  readonly source: string
}

export type RawSettings = Map<string, RawSetting>

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

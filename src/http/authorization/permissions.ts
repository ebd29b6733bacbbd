/** Permissions: rules for everyone, for roles and for single callers. */
import Joi from 'joi'
import { LRUCache } from 'lru-cache'
import { permissionBy, type Permission, type Rule } from '../../core/permission'
import { checkedOptions, required, type OptionTypes } from '../../settings/option-check'
import { readJson } from '../../settings/json-setting'
import { oneOf } from '../../settings/setting-type'
import { flawIn, ValueError } from '../../settings/value-error'
import type { Principal } from '../authentication/principal'
import { prototypeKeyFlaw, readRule, RULE_SCHEMA } from './rule-config'

/** The rules that `readPermissions` reads. */
export interface Permissions {
  /** Rules for every caller, also for one without credentials. */
  readonly everyone: readonly Rule[]
  /** Rules by the name of a role. */
  readonly roles: ReadonlyMap<string, Rule>
  /** Rules of single callers. The key is scheme and name: `jwt:ada`. */
  readonly callers: ReadonlyMap<string, Rule>
}

interface PermissionsConfig {
  readonly everyone?: unknown
  readonly roles?: Readonly<Record<string, unknown>>
  readonly callers?: Readonly<Record<string, unknown>>
}

const rules = Joi.object().pattern(Joi.string(), RULE_SCHEMA)
const PERMISSIONS_SCHEMA = Joi.object<PermissionsConfig>({
  everyone: RULE_SCHEMA,
  roles: rules,
  callers: rules,
})

export const PERMISSIONS_FORMAT =
  '{"everyone": rule, "roles": {name: rule}, "callers": {"scheme:name": rule}}, ' +
  'where each rule is {"allow": …, "deny": …} with lists of tables, or tables with lists of their columns'

/**
 * Reads permissions.
 * @param config an object, or its JSON text
 * @throws TypeError with the expected format and the wrong part
 */
export function readPermissions(config: unknown): Permissions {
  const { value: object, flaw: textFlaw } = readJson(config)
  if (textFlaw !== undefined) throw new ValueError('permissions', PERMISSIONS_FORMAT, textFlaw)
  const result = PERMISSIONS_SCHEMA.required().validate(object)
  const flaw = result.error ? flawIn(result.error) : prototypeKeyFlaw(object)
  if (result.error || flaw !== undefined)
    throw new ValueError('permissions', PERMISSIONS_FORMAT, flaw)
  const { everyone, roles = {}, callers = {} } = result.value
  return {
    everyone: everyone === undefined ? [] : [readRule(everyone)],
    roles: readRules(roles),
    callers: readRules(callers),
  }
}

function readRules(configs: Readonly<Record<string, unknown>>): Map<string, Rule> {
  return new Map(Object.entries(configs).map(([name, rule]) => [name, readRule(rule)]))
}

/** Returns what a caller may read; `undefined` is a caller without credentials. */
export type PermissionOf = (principal: Principal | undefined) => Permission

export const REFUSED_TABLES = oneOf('hide', 'refuse')
export const DEFAULT_REFUSED_TABLES = 'hide'

/** Number of cached permissions. */
const MAX_CACHED = 1000

const PARAMETERS: OptionTypes<{ permissions: Permissions; refusedTables: string | undefined }> = {
  permissions: required({
    schema: Joi.object({
      everyone: Joi.array().required(),
      roles: Joi.object().instance(Map).required(),
      callers: Joi.object().instance(Map).required(),
    }),
    allowed: 'a result of readPermissions()',
  }),
  refusedTables: REFUSED_TABLES,
}

/**
 * Gives each caller the rules for everyone, for its roles and for itself.
 * @param refusedTables respond 404 (`hide`, the default) or 401 (`refuse`) for tables that a caller may not read
 * @throws TypeError for a wrong parameter
 */
export function permissionsBy(
  permissions: Permissions,
  refusedTables?: Permission['refusedTables'],
): PermissionOf {
  checkedOptions('permissionsBy', { permissions, refusedTables }, PARAMETERS)
  const cache = new LRUCache<string, Permission>({ max: MAX_CACHED })
  return (principal) => {
    const newPermission = (): Permission =>
      permissionBy(rulesFor(principal, permissions), refusedTables ?? DEFAULT_REFUSED_TABLES)
    // A rule from a token belongs to a single request.
    if (principal?.rule) return newPermission()
    const key = principal
      ? JSON.stringify([principal.authMethod, principal.name, ...principal.roles])
      : ''
    const cached = cache.get(key)
    if (cached) return cached
    const permission = newPermission()
    cache.set(key, permission)
    return permission
  }
}

function rulesFor(
  principal: Principal | undefined,
  { everyone, roles, callers }: Permissions,
): Rule[] {
  if (!principal) return [...everyone]
  const { authMethod, name, rule } = principal
  const own = [
    callers.get(`${authMethod}:${name}`),
    ...principal.roles.map((role) => roles.get(role)),
    rule,
  ]
  return [...everyone, ...own.filter((each) => each !== undefined)]
}

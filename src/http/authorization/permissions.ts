/** Who may read what: rules for everyone, for roles and for single callers. */
import Joi from 'joi'
import { LRUCache } from 'lru-cache'
import { permissionBy, type Permission, type Rule } from '../../core/permission'
import { fromJsonText } from '../../setting-type'
import type { Principal } from '../authentication/principal'
import { readRule, writtenRule } from './written-rule'

export interface Permissions {
  readonly everyone: readonly Rule[]
  readonly roles: ReadonlyMap<string, Rule>
  /** By scheme and name: `jwt:ada`. */
  readonly callers: ReadonlyMap<string, Rule>
}

interface WrittenPermissions {
  readonly everyone?: unknown
  readonly roles?: Readonly<Record<string, unknown>>
  readonly callers?: Readonly<Record<string, unknown>>
}

const rules = Joi.object().pattern(Joi.string(), writtenRule)
const writtenPermissions = Joi.object({ everyone: writtenRule, roles: rules, callers: rules })

export const WRITTEN_PERMISSIONS =
  '{"everyone": rule, "roles": {name: rule}, "callers": {"scheme:name": rule}}, ' +
  'a rule being {"allow": …, "deny": …} with lists of tables, or tables with lists of their columns'

/**
 * @param written as an object, or its JSON text
 * @throws Error that says what it must be
 */
export function readPermissions(written: unknown): Permissions {
  const result = writtenPermissions.required().validate(fromJsonText(written))
  if (result.error) throw new Error(`permissions must be ${WRITTEN_PERMISSIONS}`)
  const { everyone, roles = {}, callers = {} } = result.value as WrittenPermissions
  return {
    everyone: everyone === undefined ? [] : [readRule(everyone)],
    roles: readRules(roles),
    callers: readRules(callers),
  }
}

function readRules(written: Readonly<Record<string, unknown>>): Map<string, Rule> {
  return new Map(Object.entries(written).map(([name, rule]) => [name, readRule(rule)]))
}

export type PermissionOf = (principal: Principal | undefined) => Permission

/** Callers whose permission is remembered. */
const MOST_REMEMBERED = 1000

/** @param isOutspoken whether a table that may not be read is refused, instead of being hidden */
export function permissionsBy(permissions: Permissions, isOutspoken: boolean): PermissionOf {
  const remembered = new LRUCache<string, Permission>({ max: MOST_REMEMBERED })
  return (principal) => {
    const permission = (): Permission => permissionBy(rulesFor(principal, permissions), isOutspoken)
    // A rule of a token's own comes with each of its requests.
    if (principal?.rule) return permission()
    const key = principal
      ? JSON.stringify([principal.authMethod, principal.name, ...principal.roles])
      : ''
    const known = remembered.get(key) ?? permission()
    remembered.set(key, known)
    return known
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

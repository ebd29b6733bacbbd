/** Rules in the configuration: tables, or tables with columns, as names with `*`. */
import Joi from 'joi'
import { flawIn, ValueError } from '../../settings/value-error'
import { namedGrant } from '../../core/named-grant'
import type { Grant, Rule } from '../../core/permission'

type GrantsConfig = readonly string[] | Readonly<Record<string, readonly string[]>>

interface RuleConfig {
  readonly allow?: GrantsConfig
  readonly deny?: GrantsConfig
}

const names = Joi.array().items(Joi.string()).single()
const grants = Joi.alternatives(names, Joi.object().pattern(Joi.string(), names))

export const RULE_SCHEMA = Joi.object<RuleConfig>({ allow: grants, deny: grants })

const RULE_FORMAT =
  '{"allow": …, "deny": …}, each a list of tables, or tables with lists of their columns'

/**
 * The error in an object with the key `__proto__`. Joi omits this key, so that a rule for a table of that name would
 * have no effect.
 */
export function prototypeKeyFlaw(config: unknown): string | undefined {
  return hasPrototypeKey(config)
    ? '__proto__ cannot be a key: name that table in a list'
    : undefined
}

function hasPrototypeKey(config: unknown): boolean {
  if (typeof config !== 'object' || config === null) return false
  return Object.entries(config).some(
    ([key, value]) => key === '__proto__' || hasPrototypeKey(value),
  )
}

/** @throws TypeError with the expected format and the wrong part */
export function readRule(config: unknown): Rule {
  const result = RULE_SCHEMA.required().validate(config)
  const flaw = result.error ? flawIn(result.error) : prototypeKeyFlaw(config)
  if (result.error || flaw !== undefined) throw new ValueError('a rule', RULE_FORMAT, flaw)
  const { allow = [], deny = [] } = result.value
  return { allow: readGrants(allow), deny: readGrants(deny) }
}

function readGrants(config: GrantsConfig): Grant[] {
  const entries: [string, readonly string[]][] = isList(config)
    ? config.map((table) => [table, ['*']])
    : Object.entries(config)
  return entries.map(([table, columns]) => namedGrant({ table, columns }))
}

function isList(config: GrantsConfig): config is readonly string[] {
  return Array.isArray(config)
}

/** Rules as operators write them: tables, or tables with their columns, by names with `*`. */
import Joi from 'joi'
import { namePattern, type Grant, type Rule } from '../../core/permission'

type WrittenGrants = readonly string[] | Readonly<Record<string, readonly string[]>>

interface WrittenRule {
  readonly allow?: WrittenGrants
  readonly deny?: WrittenGrants
}

const names = Joi.array().items(Joi.string()).single()
const grants = Joi.alternatives(names, Joi.object().pattern(Joi.string(), names))

export const writtenRule = Joi.object({ allow: grants, deny: grants })

export const WRITTEN_RULE =
  '{"allow": …, "deny": …}, each a list of tables, or tables with lists of their columns'

/** @throws Error that says what it must be */
export function readRule(written: unknown): Rule {
  const result = writtenRule.required().validate(written)
  if (result.error) throw new Error(`a rule must be ${WRITTEN_RULE}`)
  const { allow = [], deny = [] } = result.value as WrittenRule
  return { allow: readGrants(allow), deny: readGrants(deny) }
}

function readGrants(written: WrittenGrants): Grant[] {
  const entries: [string, readonly string[]][] = isList(written)
    ? written.map((table) => [table, ['*']])
    : Object.entries(written)
  return entries.map(([table, columns]) => ({
    table: namePattern(table),
    columns: columns.map(namePattern),
  }))
}

function isList(written: WrittenGrants): written is readonly string[] {
  return Array.isArray(written)
}

import type { Knex } from 'knex'

/**
 * A row if the server has the variable. Its name is in the SQL text, because a comment that only some servers
 * execute cannot contain a binding.
 */
export function hasVariable(db: Knex, name: string): Knex.QueryBuilder {
  return db
    .select(db.raw('1'))
    .from('performance_schema.global_variables as v')
    .whereRaw(`v.variable_name = '${name}'`)
}

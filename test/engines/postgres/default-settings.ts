/** Statements that set a default of the current database. */
export const setDefault = (name: string, value: string): string =>
  `do $$ begin
     execute format('alter database %I set ${name} = ${value}', current_database());
   end $$`

export const SERIALIZABLE = setDefault('default_transaction_isolation', 'serializable')

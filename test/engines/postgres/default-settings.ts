/** Defaults of a database. */
import { waitUntil } from '../../support/wait-until'
import type { Client } from 'pg'

/** @returns a statement that sets a default of the current database */
export const setDefault = (name: string, value: string): string =>
  `do $$ begin
     execute format('alter database %I set ${name} = ${value}', current_database());
   end $$`

export const SERIALIZABLE = setDefault('default_transaction_isolation', 'serializable')

/** Waits until new sessions of a standby have the default that its primary has been given. */
export async function untilSerializable(connect: () => Promise<Client>): Promise<void> {
  await waitUntil(async () => {
    const reader = await connect()
    const { rows } = await reader.query<{ default_transaction_isolation: string }>(
      'show default_transaction_isolation',
    )
    return rows[0]?.default_transaction_isolation === 'serializable'
  })
}

/** A long statement that is interrupted for others, and runs again. */
import { writeFileSync, rmSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { recordedConnection } from '../../test/support/recorded-connection'

/** Its text is that of a kind of its own. */
const counting = (rows: number): { sql: string; bindings: [] } => ({
  sql: `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${rows})
    select count(*) from n`,
  bindings: [],
})

/** Counted in a second or more: a statement is interrupted after half a second. */
const LONG = 10_000_000

/** More than the process counts in the time of the test. */
const ENDLESS = 1_000_000_000_000

const reason = new Error('the client has disconnected')

it('returns its result', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-interrupted-'))
  writeFileSync(path.join(folder, 'empty.db'), '')
  const connection = recordedConnection(`sqlite:${path.join(folder, 'empty.db')}`, { poolSize: 3 })
  const aborting = new AbortController()
  try {
    const endless = connection
      .readRows(counting(ENDLESS), aborting.signal)
      .catch((error: unknown) => error)
    let isDone = false
    const long = connection.readRows(counting(LONG)).finally(() => (isDone = true))
    // Two statements that turn out to be long run, and the third session is for short ones.
    expect(connection.running()).toBe(2)
    await connection.readRows(counting(3))
    expect(isDone).toBe(false)
    aborting.abort(reason)
    expect(await endless).toBe(reason)
    expect(await long).toEqual([[BigInt(LONG)]])
  } finally {
    aborting.abort(reason)
    await connection.close()
    rmSync(folder, { recursive: true })
  }
}, 60_000)

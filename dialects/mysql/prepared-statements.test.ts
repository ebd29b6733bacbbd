/** The statements that a session keeps prepared, and with them the memory of the server. */
import { createConnection } from 'mysql2'
import { describeEachServer } from '../../test/support/describe-each-server'
import { readCells, rowsOf, type Session } from './session'

describeEachServer('mysql', 'a session', (server) => {
  const session = createConnection(server.url.href.replace(/^mariadb:/, 'mysql:')) as Session
  afterAll(() => session.promise().end())

  /** The number of times that the session has prepared or closed a statement. */
  const numberOf = async (command: 'prepare' | 'close'): Promise<number> => {
    const [row] = await rowsOf(session, `show session status like 'Com_stmt_${command}'`)
    return Number(row?.['Value'])
  }

  const runTwice = async (statements: readonly string[]): Promise<void> => {
    for (const sql of [...statements, ...statements]) {
      expect(await readCells(session, { sql, bindings: [] }, 1000)).toHaveLength(1)
    }
  }

  it('keeps short statements prepared', async () => {
    await runTwice(Array.from({ length: 50 }, (_, n) => `select ${n}`))
    expect([await numberOf('prepare'), await numberOf('close')]).toEqual([50, 0])
  })

  it('closes statements that are too long to keep all of them', async () => {
    await runTwice([1, 2, 3].map((n) => `select ${n} /* ${'x'.repeat(200_000)} */`))
    expect(await numberOf('prepare')).toBe(50 + 6)
    expect(await numberOf('close')).toBeGreaterThanOrEqual(50 + 4)
  })
})

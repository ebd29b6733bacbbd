import { describeEachServer } from '../../test/support/describe-each-server'
import { effort } from '../../test/support/effort'
import { recordedConnection } from '../../test/support/recorded-connection'
import { usedMemory } from '../../test/support/used-memory'

const ROWS = effort(8000, 20_000)
const ROW_BYTES = 1000

describeEachServer('postgres', 'an idle session', (server) => {
  it('keeps no rows of its last statement', async () => {
    const connection = recordedConnection(server.url.href)
    const read = async (rows: number): Promise<number> => {
      const sql = `select repeat('x', ${ROW_BYTES}) || i from generate_series(1, ${rows}) as i`
      return (await connection.readRows({ sql, bindings: [] })).length
    }
    try {
      await read(1)
      const before = await usedMemory()
      expect(await read(ROWS)).toBe(ROWS)
      expect((await usedMemory()) - before).toBeLessThan((ROWS * ROW_BYTES) / 4)
    } finally {
      await connection.close()
    }
  })
})

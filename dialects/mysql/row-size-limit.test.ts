/** Rows that are too large end their session before they arrive. */
import { ResultTooLargeError } from '../../src/dialect/result-size'
import { describeOneServer } from '../../test/support/describe-each-server'
import { readThroughProxy } from '../../test/support/read-through-proxy'

/** Maximum bytes of a packet, into which the server cuts a row. */
const PACKET = 2 ** 24

/** What the sockets of both sides buffer. */
const MAX_BUFFERED = 10_000_000

const CELL = 12_000_000

describeOneServer('mysql', 'the size of a row', (server) => {
  const target = new URL(server.url)
  beforeAll(async () => {
    await server.serve([], ({ pathname }) => {
      target.pathname = pathname
    })
  })
  const { read, received } = readThroughProxy(target)

  const cells = Array.from({ length: 8 }, () => `repeat('x', ${CELL})`).join(', ')

  it.each([100_000, 20_000_000])('ends the session when it exceeds %i bytes', async (maxBytes) => {
    const before = received()
    const error = await read(`select 1, 'small' union all select 2, 'small'`, maxBytes)
    expect(error).toHaveLength(2)
    expect(await read(`select ${cells}`, maxBytes)).toBeInstanceOf(ResultTooLargeError)
    const packets = Math.ceil(maxBytes / PACKET) * PACKET
    expect(received() - before).toBeLessThan(packets + MAX_BUFFERED)
  })

  it('is counted for each row, also of several packets', async () => {
    const row = `select repeat('x', ${CELL}), repeat('y', ${CELL})`
    expect(await read(`${row} union all ${row}`, 5 * CELL)).toHaveLength(2)
  })

  it('is counted in whatever parts the packets arrive', async () => {
    const digits = 'select 0 as d union all select 1 union all select 2 union all select 3'
    const sql = `select repeat('é', (a.d * 911 + b.d * 373 + c.d * 97 + d.d * 7919 + e.d) % 3000)
      from (${digits}) a, (${digits}) b, (${digits}) c, (${digits}) d, (${digits}) e`
    expect(await read(sql, 100_000_000)).toHaveLength(1024)
  })
})

/** Rows that are too large end their session before they arrive. */
import { ResultTooLargeError } from '../../src/dialect/result-size'
import { describeEachServer } from '../../test/support/describe-each-server'
import { effort } from '../../test/support/effort'
import { readThroughProxy } from '../../test/support/read-through-proxy'

const MAX_BYTES = 100_000

/** What the sockets of both sides buffer. */
const MAX_BUFFERED = 10_000_000

const ROWS = effort(5000, 20_000)

const HUGE = effort(40_000_000, 100_000_000)

describeEachServer('postgres', 'the size of a row', (server) => {
  const { read, received } = readThroughProxy(server.url)

  it('ends the session when the server begins to send a larger one', async () => {
    const sql = `select 1, 'small' union all select 2, repeat('x', ${HUGE})`
    expect(await read(sql, MAX_BYTES)).toBeInstanceOf(ResultTooLargeError)
    expect(received()).toBeLessThan(MAX_BUFFERED)
  })

  it('ends the session when the message of an error is larger', async () => {
    const before = received()
    const error = await read(`select repeat('x', ${HUGE / 4})::int`, MAX_BYTES)
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(ResultTooLargeError)
    expect(received() - before).toBeLessThan(MAX_BUFFERED)
  })

  it('may have as many hexadecimal digits of bytes as the limit allows', async () => {
    const sql = `select decode(repeat('ab', ${MAX_BYTES / 2 - 100}), 'hex')`
    expect(await read(sql, MAX_BYTES)).toHaveLength(1)
  })

  it('is counted in whatever parts the messages arrive', async () => {
    const sql = `select repeat('é', (i * 7919) % 3000), i from generate_series(1, ${ROWS}) as i`
    const rows = await read(sql, 100_000_000)
    expect(rows).toHaveLength(ROWS)
  })
})

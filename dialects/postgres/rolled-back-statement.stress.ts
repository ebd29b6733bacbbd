/** A statement that the server rolls back again and again, each time before its timeout. */
import type { ApiError } from '../../src/core/errors'
import { describeEachServer } from '../../test/support/describe-each-server'

const TIMEOUT = 4000

/** Seconds: more than half of the timeout, and so much less that a busy machine does not reach it. */
const DURATION = 2.7

describeEachServer('postgres', 'a statement that is rolled back each time', (server) => {
  it('runs again until its timeout has passed, and the database does not count as silent', async () => {
    const app = await server.serve(
      [
        `create function roll_back() returns int language plpgsql as $$
           begin
             perform pg_sleep(${DURATION});
             raise exception using errcode = 'serialization_failure';
           end $$`,
        'create view rolled_back as select roll_back() as id',
      ],
      undefined,
      { statementTimeout: TIMEOUT },
    )
    const began = performance.now()
    expect((await app.get('query?table=rolled_back')).status).toBe(500)
    const duration = performance.now() - began
    expect(duration).toBeGreaterThan(TIMEOUT)
    expect(duration).toBeLessThan(3 * TIMEOUT)
    expect(app.errors.map((error) => (error as ApiError).cause)).toEqual([
      expect.objectContaining({ code: '40001' }),
    ])
  })
})

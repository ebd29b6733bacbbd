/** Slow pages of few bytes use all connections of the pool, even if their limit is large. */
import { describeEachServer } from '../../test/support/describe-each-server'
import type { TestApp } from '../../test/support/test-app'

describeEachServer('postgres', 'twenty pages of slow rows', (server) => {
  let app: TestApp
  beforeAll(async () => {
    app = await server.serve([
      `create view slow as
         select id, pg_sleep(0.02) is null as slept from generate_series(1, 20) as id`,
    ])
  })

  const secondsOf = async (limit: number): Promise<number> => {
    const began = performance.now()
    // The requests differ, so that no two share a statement.
    const columns = ['id,slept', 'slept,id', 'slept']
    const pages = Array.from({ length: 20 }, (_, n) => {
      const order = `sort=slept:${n % 2 === 0 ? 'asc' : 'desc'}`
      return app.get(`query?table=slow&limit=${limit + n}&columns=${columns[n % 3]}&${order}`)
    })
    for (const { status } of await Promise.all(pages)) expect(status).toBe(200)
    return (performance.now() - began) / 1000
  }

  it('take no longer with a limit over 100', async () => {
    await secondsOf(10)
    const few = await secondsOf(50)
    const many = await secondsOf(101)
    expect(many).toBeLessThan(2 * few + 0.5)
  })
})

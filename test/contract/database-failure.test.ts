import { people } from '../../fixtures/conformance/conformance'
import { describeEachEngine } from '../support/describe-each-engine'

describeEachEngine('a failing statement', { tables: [people], views: [] }, (t) => {
  beforeAll(async () => {
    const writer = await t.storage.open(t.database.url)
    const query = `select id, name, ${t.failingExpression} as failing from people`
    await writer.run(`create view fails as ${query}`)
    await writer.close()
    t.app.expireCaches()
  })

  it('responds with the documented error only, and the next request succeeds', async () => {
    const { status, text } = await t.app.get('query?table=fails&filter=a&sort=name:asc')
    expect([status, text]).toEqual([
      500,
      '{"error":"DATABASE_ERROR","message":"The database failed or is not reachable."}',
    ])
    expect((await t.app.get('query?table=people&limit=1')).status).toBe(200)
  })

  it('is emitted for the log with its cause, and without values of the request', async () => {
    t.app.errors.length = 0
    await t.app.get('query?table=fails&filter=Anna%20the%20secret%7C&filterColumns=name&limit=7')
    await t.app.get('query?table=fails&limit=7')
    const causes = t.app.errors.map((error) => (error as Error).cause)
    expect(causes.length).toBeGreaterThan(0)
    for (const cause of causes) expect((cause as Error).message).not.toContain('the secret')
  })
})

import { conformance, people } from '../../fixtures/conformance/conformance'
import { describeEachEngine } from '../support/describe-each-engine'
import { expectedBody, expectedRow } from '../support/expected-json'

const numbers = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `{"n":${from + index}}`)

describeEachEngine('query', conformance, (t) => {
  const expectBody = async (query: string, body: string): Promise<void> => {
    const { status, text } = await t.app.get(`query?${query}`)
    expect(text).toBe(body)
    expect(status).toBe(200)
  }

  it('returns the first 10 rows with all columns by default', async () => {
    const rows = [...people.rows()].map((row) => expectedRow(people, row, t.differences))
    const columns = ['id', 'name', 'city', 'age', 'team']
    await expectBody('table=people', expectedBody(columns, rows.slice(0, 10), { total: 12 }))
  })

  it('pages by number', async () => {
    const page = { page: 3, limit: 7, total: 25 }
    await expectBody(
      'table=numbers&columns=n&page=3&limit=7',
      expectedBody(['n'], numbers(15, 21), page),
    )
  })

  it('ends with a short page', async () => {
    const page = { page: 4, limit: 7, total: 25 }
    await expectBody(
      'table=numbers&columns=n&page=4&limit=7',
      expectedBody(['n'], numbers(22, 25), page),
    )
  })

  it('has no rows and the same total past the end', async () => {
    const page = { page: 5, limit: 7, total: 25 }
    await expectBody('table=numbers&columns=n&page=5&limit=7', expectedBody(['n'], [], page))
  })

  it('has the same total on the largest page number', async () => {
    const page = { page: 9007199254740991, limit: 1, total: 25 }
    await expectBody(
      'table=numbers&columns=n&page=9007199254740991&limit=1',
      expectedBody(['n'], [], page),
    )
  })

  it('has no pages if the table is empty', async () => {
    await expectBody('table=empty_table', expectedBody(['id', 'word'], []))
  })

  it('accepts the maximum limit', async () => {
    const page = { limit: 1000, total: 25 }
    await expectBody(
      'table=numbers&columns=n&limit=1000',
      expectedBody(['n'], numbers(1, 25), page),
    )
  })

  it('returns the requested columns in the requested order', async () => {
    const row = '{"team":"red","id":1}'
    await expectBody(
      'table=people&columns=team,id&limit=1',
      expectedBody(['team', 'id'], [row], { limit: 1, total: 12 }),
    )
  })

  it('returns a repeated column once', async () => {
    const row = '{"team":"red","id":1}'
    await expectBody(
      'table=people&columns=team,id,team&limit=1',
      expectedBody(['team', 'id'], [row], { limit: 1, total: 12 }),
    )
  })

  it('ignores blanks around list items', async () => {
    const row = '{"team":"red","id":1}'
    await expectBody(
      'table=people&columns=%20team%20,%09id&limit=1&sort=%20id:asc%20',
      expectedBody(['team', 'id'], [row], { limit: 1, total: 12 }),
    )
  })

  it('ignores unknown parameters', async () => {
    await expectBody(
      'table=numbers&columns=n&_=1&_=2&limit=1&x',
      expectedBody(['n'], ['{"n":1}'], { limit: 1, total: 25 }),
    )
  })

  it('reads a plus sign as a blank', async () => {
    const body = expectedBody(['id'], ['{"id":6}'])
    await expectBody('table=people&columns=id&filter=100%25+sure', body)
  })

  it('reads views', async () => {
    const rows = ['{"id":1,"name":"Anna","age":31}', '{"id":3,"name":"Éloïse","age":null}']
    await expectBody(
      'table=red_people&limit=2&sort=id:asc',
      expectedBody(['id', 'name', 'age'], rows, { limit: 2, total: 6 }),
    )
  })
})

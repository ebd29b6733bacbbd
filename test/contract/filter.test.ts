import { conformance } from '../../fixtures/conformance/conformance'
import { describeEachEngine } from '../support/describe-each-engine'

describeEachEngine('filter', conformance, (t) => {
  const idsMatching = async (filter: string, rest = ''): Promise<number[]> => {
    const query = `table=people&columns=id&limit=100&filter=${encodeURIComponent(filter)}${rest}`
    const { text } = await t.app.get(`query?${query}`)
    const { data, pagination } = JSON.parse(text) as {
      data: { id: number }[]
      pagination: { total: number }
    }
    expect(pagination.total).toBe(data.length)
    return data.map(({ id }) => id)
  }

  it.each<[string, number[]]>([
    ['anna', [1, 2]],
    ['zürich', [1, 2]],
    ['ZURICH', []],
    ['éLOÏSE', [3, 4]],
    ['eloise', [5]],
    ['łódź', [5]],
    ['%', [6, 7]],
    ['_', [6]],
    ['\\', [7]],
    ['a%b', [7]],
    ['a_b', [6]],
    ['axb', [8]],
    ["'", [8]],
    ['"', []],
    ['σωκράτησ', [9]],
    ['αθήνας', [9]],
    ['groß', [10]],
    ['GROẞ', [10]],
    ['gross', []],
    ['strasse', [10]],
    ['straße', []],
    ['ſtraſſe', [10]],
    ['ipek', []],
    ['İPEK', [11]],
    ['[x]', [11]],
    ['{Y}', [11]],
    ['(z)', [11]],
    ['^$.|?*+', [11]],
    ['.', [11]],
    ['жАННА', [12]],
    ['line\nbreak', [12]],
    [' ', [6, 11]],
    ['red', [1, 3, 5, 7, 9, 11]],
    ['k', [4, 7, 11, 12]],
    ['\u212a', [4, 7, 11, 12]],
    ['no such text', []],
  ])('finds %j literally, ignoring case', async (filter, ids) => {
    expect(await idsMatching(filter)).toEqual(ids)
  })

  it.each(['x', '😀', '[', 'k'])('accepts 1000 times %j', async (character) => {
    expect(await idsMatching(character.repeat(1000))).toEqual([])
  })

  it('matches all rows when it is empty', async () => {
    expect(await idsMatching('')).toHaveLength(12)
  })

  it('searches the named columns only', async () => {
    expect(await idsMatching('a', '&filterColumns=city')).toEqual([4, 6, 7, 8, 10, 12])
    expect(await idsMatching('anna', '&filterColumns=city')).toEqual([])
    expect(await idsMatching('a_b', '&filterColumns=name,city,name')).toEqual([6])
  })

  it('may be absent if filterColumns is present', async () => {
    const { text } = await t.app.get('query?table=numbers&limit=1&columns=n')
    const people = await t.app.get('query?table=people&filterColumns=name&columns=id&limit=1')
    expect(text).toContain('"total":25')
    expect(people.text).toContain('"total":12')
  })

  it('matches nothing in a table without text columns', async () => {
    const { status, text } = await t.app.get('query?table=numbers&filter=1')
    expect(text).toBe(
      '{"data":[],"columns":["n","half"],"pagination":{"page":1,"limit":10,"total":0,"totalPages":0}}',
    )
    expect(status).toBe(200)
  })

  it('counts all matches, not the page', async () => {
    const { text } = await t.app.get('query?table=people&filter=red&limit=2&page=2&columns=id')
    expect(text).toBe(
      '{"data":[{"id":5},{"id":7}],"columns":["id"],"pagination":{"page":2,"limit":2,"total":6,"totalPages":3}}',
    )
  })

  it('searches columns that are not returned', async () => {
    expect(await idsMatching('blue', '&sort=id:desc')).toEqual([12, 10, 8, 6, 4, 2])
  })
})

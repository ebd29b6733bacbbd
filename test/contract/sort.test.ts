import { conformance } from '../../fixtures/conformance/conformance'
import { describeEachEngine } from '../support/describe-each-engine'

describeEachEngine('sort', conformance, (t) => {
  const sorted = async (table: string, column: string, sort: string): Promise<unknown[]> => {
    const by = sort === '' ? '' : `&sort=${encodeURIComponent(sort)}`
    const { text } = await t.app.get(`query?table=${table}&columns=${column}&limit=100${by}`)
    const { data } = JSON.parse(text) as { data: Record<string, unknown>[] }
    return data.map((row) => row[column])
  }

  it.each<[sort: string, ids: number[]]>([
    ['', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]],
    ['id:desc', [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]],
    ['age:asc', [3, 7, 12, 4, 8, 1, 2, 6, 9, 10, 11, 5]],
    ['age:desc', [5, 11, 10, 9, 6, 2, 1, 8, 4, 12, 7, 3]],
    ['team:asc,age:desc', [10, 6, 2, 8, 4, 12, 5, 11, 9, 1, 7, 3]],
    ['team:desc,age:asc', [3, 7, 1, 9, 11, 5, 12, 4, 8, 2, 6, 10]],
    ['team:asc,id:desc', [12, 10, 8, 6, 4, 2, 11, 9, 7, 5, 3, 1]],
    ['age:asc,age:desc', [3, 7, 12, 4, 8, 1, 2, 6, 9, 10, 11, 5]],
    ['"age":asc', [3, 7, 12, 4, 8, 1, 2, 6, 9, 10, 11, 5]],
    ['city:asc', [3, 4, 10, 2, 1, 11, 7, 8, 6, 12, 5, 9]],
  ])('by %j has NULL as the smallest value', async (sort, ids) => {
    expect(await sorted('people', 'id', sort)).toEqual(ids)
  })

  it('breaks ties by a unique key if there is no primary key', async () => {
    expect(await sorted('unique_key', 'code', '')).toEqual([1, 2, 3])
    expect(await sorted('unique_key', 'code', 'note:desc')).toEqual([3, 2, 1])
    expect(await sorted('unique_key', 'code', 'maybe:asc')).toEqual([2, 3, 1])
  })

  it('is a total order even without a key', async () => {
    const { text } = await t.app.get('query?table=no_key&sort=rank:desc')
    const [first] = (JSON.parse(text) as { data: unknown[] }).data
    expect(first).toEqual({ word: 'a', rank: 2 })
    const pages = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((page) =>
        t.app.get(`query?table=no_key&sort=rank:asc&limit=1&page=${page}`),
      ),
    )
    const words = pages.map(
      (response) =>
        (JSON.parse(response.text) as { data: { word: string | null }[] }).data[0]?.word,
    )
    expect([...words].sort()).toEqual(['B', 'a', 'a', 'a', 'b', null].sort())
  })

  it('works on a view', async () => {
    expect(await sorted('red_people', 'id', 'age:desc')).toEqual([5, 11, 9, 1, 7, 3])
  })
})

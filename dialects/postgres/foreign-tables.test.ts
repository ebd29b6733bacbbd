/** Tables whose rows postgres_fdw reads from other databases. */
import { describeEachServer } from '../../test/support/describe-each-server'
import { foreignTables } from '../../test/engines/postgres/foreign-tables'

describeEachServer('postgres', 'a table with rows in other databases', (server) => {
  const { read } = foreignTables(server)

  describe.each([
    ['spread', 'local'],
    ['far', 'near'],
    ['inheriting', 'local'],
  ])('%s', (table, copy) => {
    it.each([
      'limit=1000',
      'limit=7&page=20',
      'limit=7&page=200',
      'limit=1000&sort=id:desc',
      'limit=13&page=5&sort=name:asc,made:desc',
      'limit=1000&sort=note:asc',
      'limit=1000&sort=note:desc,id:asc',
      'limit=1000&sort=code:desc',
      'limit=1000&sort=ratio:asc,price:desc',
      'limit=1000&sort=tags:asc,doc:desc,raw:asc&columns=raw,id',
      'limit=1000&sort=made:desc,isopen:asc,data:asc',
      'limit=20&page=2&filter=BETA',
      'limit=20&filter=%C3%A9P%C3%89e&sort=id:desc',
      'limit=20&filter=strasse',
      'limit=20&filter=STRA%C3%9FE,%20&filterColumns=note&columns=note&sort=made:desc',
      'limit=5&filter=c1&filterColumns=code&page=3',
    ])('has the same pages as a local table: %s', async (parameters) => {
      expect(await read(table, parameters)).toEqual(await read(copy, parameters))
    })

    it('has each row on one page', async () => {
      const walk = async (name: string): Promise<unknown[]> => {
        const pages: unknown[] = []
        for (let page = 1; page <= 11; page++) {
          pages.push(await read(name, `limit=31&page=${page}&sort=isopen:desc`))
        }
        return pages
      }
      expect(await walk(table)).toEqual(await walk(copy))
    })
  })

  it.each([
    ['k:asc', [null, 1, 2, 3]],
    ['k:desc', [3, 2, 1, null]],
    ['t:asc', [2, 3, null, 1]],
    ['t:desc,k:asc', [1, null, 3, 2]],
  ])(
    'has NULLs of columns that are declared NOT NULL at the right place: %s',
    async (sort, keys) => {
      const pages = [1, 2, 3, 4, 5].map((page) =>
        read('broken', `sort=${sort}&limit=1&page=${page}`),
      )
      const ks = (await Promise.all(pages)).flatMap((page) =>
        (page as { data: { k: number | null }[] }).data.map(({ k }) => k),
      )
      expect(ks).toEqual(keys)
    },
  )
})

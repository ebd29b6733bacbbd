/** Tables whose rows postgres_fdw reads from other databases. */
import { createTableService } from '../../src/core/table-service'
import { describeEachServer } from '../../test/support/describe-each-server'
import { recordedConnection, untilQuiet } from '../../test/support/recorded-connection'
import { testClock } from '../../test/support/test-clock'
import { waitUntil } from '../../test/support/wait-until'
import { foreignTables } from '../../test/engines/postgres/foreign-tables'

describeEachServer('postgres', 'a table with rows in other databases', (server) => {
  const tables = foreignTables(server)
  const { read } = tables

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

  it('has rows without columns', async () => {
    expect(await read('bare', 'limit=2&page=51')).toMatchObject({
      data: [{}],
      pagination: { total: 101 },
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

  it.each([
    ['spread', ''],
    ['spread', 'beta'],
    ['far', ''],
    ['far', 'beta'],
    ['inheriting', ''],
  ])('has its old total counted again in the background: %s %s', async (table, filter) => {
    const connection = recordedConnection(tables.app.url)
    const { now, advance } = testClock(() => 1_000_000)
    const service = createTableService(connection, connection.dialect, { maxTotalAge: 1000, now })
    const ageAfter = async (milliseconds: number): Promise<number | undefined> => {
      advance(milliseconds)
      const { age } = await service.query({ table, page: 1, limit: 5, filter, sort: [] })
      await untilQuiet(connection)
      await waitUntil(() => connection.sessions.state().used === 0)
      return age
    }
    try {
      expect([await ageAfter(0), await ageAfter(600), await ageAfter(600)]).toEqual([0, 600, 600])
    } finally {
      await connection.close()
    }
  })
})

/** Denied tables and columns do not exist for a caller. */
import type { Fixture } from '../../fixtures/fixture-table'
import { permissionsBy, readPermissions } from '../../src/http/authorization/permissions'
import type { Principal } from '../../src/http/authentication/principal'
import { describeEachDialect } from '../support/describe-each-engine'
import type { ReceivedResponse } from '../support/send-request'

const text = { kind: 'varchar', length: 40 } as const
const integer = { kind: 'integer' } as const

const fixture: Fixture = {
  tables: [
    {
      name: 'staff',
      columns: [
        { name: 'id', type: integer },
        { name: 'name', type: text },
        { name: 'salary', type: integer },
        { name: 'note', type: text },
      ],
      primaryKey: ['id'],
      rows: () => [
        [1, 'Ada', 900, 'likes Bob'],
        [2, 'Bob', 100, 'likes nobody'],
      ],
    },
    {
      name: 'keyless',
      columns: [
        { name: 'a', type: text },
        { name: 'hidden', type: integer },
        { name: 'c', type: integer },
      ],
      primaryKey: [],
      rows: () => [
        ['same', 2, 1],
        ['same', 1, 2],
      ],
    },
    {
      name: 'ranked',
      columns: [
        { name: 'hidden', type: integer },
        { name: 'name', type: text },
        { name: 'seat', type: integer },
      ],
      primaryKey: [],
      unique: [['hidden'], ['name', 'seat']],
      rows: () => Array.from({ length: 3000 }, (_, n) => [3000 - n, `n${n % 3}`, 9000 - n]),
    },
    {
      name: 'ledger',
      columns: [{ name: 'id', type: integer }],
      primaryKey: ['id'],
      rows: () => [],
    },
  ],
  views: [],
}

const permissions = readPermissions({
  roles: {
    reader: {
      allow: { staff: ['id', 'name'], keyless: ['*'], ranked: ['*'] },
      deny: { '*': ['hidden'] },
    },
    partial: { allow: { ranked: ['name'], staff: ['name'] } },
    all: { allow: ['*'] },
    blind: { allow: ['keyless'], deny: { keyless: ['a', 'hidden', 'c'] } },
  },
})
const hideDenied = permissionsBy(permissions)
const refuseDenied = permissionsBy(permissions, 'refuse')

describeEachDialect(
  'permissions',
  fixture,
  (t) => {
    const get = (path: string, role = 'reader', refuse = ''): Promise<ReceivedResponse> =>
      t.app.get(path, { headers: { 'X-Role': role, 'X-Refuse': refuse } })
    const json = async (path: string, role?: string, refuse?: string): Promise<unknown> =>
      JSON.parse((await get(path, role, refuse)).text) as unknown

    it('list allowed tables only', async () => {
      expect(await json('tables')).toEqual(['keyless', 'ranked', 'staff'])
      expect(await json('tables', 'all')).toEqual(['keyless', 'ledger', 'ranked', 'staff'])
      expect(await json('tables', 'nobody')).toEqual([])
    })

    it('show allowed columns only', async () => {
      expect(await json('tables/staff')).toMatchObject({
        columns: [{ name: 'id' }, { name: 'name' }],
      })
      expect(await json('query?table=staff')).toMatchObject({
        data: [
          { id: 1, name: 'Ada' },
          { id: 2, name: 'Bob' },
        ],
        columns: ['id', 'name'],
      })
      expect(await json('query?table=staff&columns=name', 'all')).toMatchObject({
        data: [{ name: 'Ada' }, { name: 'Bob' }],
      })
    })

    it('exclude denied columns from a search', async () => {
      const found = async (role: string): Promise<unknown> =>
        ((await json('query?table=staff&filter=likes', role)) as { data: unknown[] }).data.length
      expect([await found('reader'), await found('all')]).toEqual([0, 2])
    })

    it.each(['columns=X', 'sort=X:asc', 'filter=a&filterColumns=X', 'columns=id,X'])(
      'respond to a denied column as to an unknown one: %s',
      async (parameters) => {
        const response = async (name: string): Promise<string> => {
          const { text, status } = await get(`query?table=staff&${parameters.replace('X', name)}`)
          return `${status} ${text.replaceAll(name, 'X')}`
        }
        const hidden = await response('salary')
        expect(hidden).toMatch(/^400 /)
        expect(hidden).toBe(await response('celery'))
        expect((await get('query?table=staff&columns=salry')).text).not.toContain('salary')
      },
    )

    it('do not sort rows of a table without key by denied columns', async () => {
      expect(await json('query?table=keyless')).toMatchObject({
        data: [
          { a: 'same', c: 1 },
          { a: 'same', c: 2 },
        ],
      })
    })

    it('sort by another key, or the allowed columns, if a column of the unique key is denied', async () => {
      const read = async (role: string, query: string): Promise<unknown[][]> => {
        const response = (await json(`query?table=ranked&${query}`, role)) as { data: object[] }
        return response.data.map((row) => Object.values(row) as unknown[])
      }
      expect(await read('all', 'limit=1')).toEqual([[1, 'n2', 6001]])
      expect(await read('reader', 'limit=2')).toEqual([
        ['n0', 6003],
        ['n0', 6006],
      ])
      expect(await read('reader', 'sort=name:desc&limit=1')).toEqual([['n2', 9000 - 2]])
      // All rows are present, also those with equal allowed columns, in both rounds.
      for (let round = 0; round < 2; round++) {
        const names: unknown[] = []
        for (let page = 1; page <= 12; page++) {
          names.push(...(await read('partial', `sort=name:asc&limit=250&page=${page}`)).flat())
        }
        expect(names).toEqual(['n0', 'n1', 'n2'].flatMap((name) => Array<string>(1000).fill(name)))
      }
    })

    it('sort by the primary key even if it is denied', async () => {
      expect(await json('query?table=staff', 'partial')).toMatchObject({
        data: [{ name: 'Ada' }, { name: 'Bob' }],
      })
    })

    it.each(['query?table=X', 'tables/X', 'query?table=X&columns=id'])(
      'respond to a denied table as to an unknown one: %s',
      async (path) => {
        const response = async (name: string): Promise<string> => {
          const { text, status } = await get(path.replace('X', name))
          return `${status} ${text.replaceAll(name, 'X')}`
        }
        const hidden = await response('ledger')
        expect(hidden).toBe(await response('nothing'))
        expect(JSON.parse(hidden.slice(4))).toMatchObject({
          error: 'TABLE_NOT_FOUND',
          details: { table: 'X', availableTables: ['keyless', 'ranked', 'staff'] },
        })
      },
    )

    it('hide a table whose columns are all denied', async () => {
      const path = 'query?table=keyless'
      expect((await get(path, 'blind')).status).toBe(404)
      expect((await get('tables/keyless', 'blind')).status).toBe(404)
      expect((await get(path, 'blind', 'yes')).status).toBe(401)
    })

    it('respond 401 for a denied table if they are set to refuse', async () => {
      const { status, headers, text } = await get('query?table=ledger', 'reader', 'yes')
      expect(JSON.parse(text)).toEqual({
        error: 'AUTHENTICATION_FAILED',
        message: 'Authentication failed: the table may not be read by this caller.',
        details: {
          authMethod: 'permissions',
          reason: 'the table may not be read by this caller',
        },
      })
      expect(status).toBe(401)
      expect(headers['www-authenticate']).toBe('Bearer realm="tablequery"')
      expect((await get('query?table=nothing', 'reader', 'yes')).status).toBe(404)
      expect((await get('query?table=staff', 'reader', 'yes')).status).toBe(200)
    })
  },
  {
    authenticate: (ctx): Principal => ({
      authMethod: 'test',
      name: ctx.get('X-Refuse') === '' ? 'hide' : 'refuse',
      roles: [ctx.get('X-Role')],
    }),
    permissionOf: (caller) => (caller?.name === 'refuse' ? refuseDenied : hideDenied)(caller),
  },
)

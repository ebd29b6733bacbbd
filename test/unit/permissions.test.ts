import { permissionsBy, readPermissions, type Principal } from '../../src'
import { permissionBy } from '../../src/core/permission'
import { PERMISSIONS_FORMAT } from '../../src/http/authorization/permissions'

const principal = (name: string, ...roles: string[]): Principal => ({
  authMethod: 'bearer',
  name,
  roles,
})

const permissions = readPermissions({
  everyone: { allow: ['public_*'] },
  roles: {
    analyst: { allow: { orders: ['*'], people: ['id', 'name*'] }, deny: { '*': '*secret*' } },
    auditor: { allow: ['*'], deny: ['orders'] },
    odd: { allow: ['a.b', 'c[d]*', 'line\nbreak'] },
  },
  callers: { 'bearer:ada': { allow: 'extra' } },
})
const permissionOf = permissionsBy(permissions)

it.each<[Principal | undefined, string, string, boolean]>([
  [undefined, 'public_news', 'title', true],
  [undefined, 'public', 'title', false],
  [undefined, 'not_public_news', 'title', false],
  [principal('bob'), 'public_news', 'title', true],
  [principal('bob'), 'extra', 'id', false],
  [principal('ada'), 'extra', 'id', true],
  [{ ...principal('ada'), authMethod: 'jwt' }, 'extra', 'id', false],
  [principal('bob', 'analyst'), 'orders', 'total', true],
  [principal('bob', 'analyst'), 'orders', 'my_secret_note', false],
  [principal('bob', 'analyst'), 'public_news', 'secret', false],
  [principal('bob', 'analyst'), 'people', 'id', true],
  [principal('bob', 'analyst'), 'people', 'name_of_pet', true],
  [principal('bob', 'analyst'), 'people', 'salary', false],
  [principal('bob', 'analyst'), 'Orders', 'total', false],
  [principal('bob', 'analyst', 'auditor'), 'orders', 'total', false],
  [principal('bob', 'auditor'), 'people', 'salary', true],
  [principal('bob', 'unknown'), 'people', 'salary', false],
  [principal('bob', '__proto__', 'constructor'), 'people', 'salary', false],
  [principal('bob', 'odd'), 'a.b', 'x', true],
  [principal('bob', 'odd'), 'axb', 'x', false],
  [principal('bob', 'odd'), 'c[d] and more', 'x', true],
  [principal('bob', 'odd'), 'line\nbreak', 'x', true],
  [{ ...principal('bob'), rule: { allow: [], deny: [] } }, 'orders', 'x', false],
])('%j may read %s.%s: %s', (caller, table, column, isAllowed) => {
  const permission = permissionOf(caller)
  expect(permission.mayReadColumn(table, column)).toBe(isAllowed)
})

it('matches the grants of a program by their patterns, whatever their names are', () => {
  const names = { table: 'elsewhere', columns: ['other'] }
  const allow = [{ table: /^PEOPLE$/i, columns: [/^name/], names }]
  const permission = permissionBy([{ allow, deny: [] }], 'hide')
  const tables = ['people', 'elsewhere'].map((table) => permission.mayReadTable(table))
  const columns = ['name_of_pet', 'other'].map((column) =>
    permission.mayReadColumn('people', column),
  )
  expect([tables, columns]).toEqual([
    [true, false],
    [true, false],
  ])
})

it.each(['g', 'y'])('decides the same each time, by patterns with the flag %s', (flag) => {
  const all = { table: new RegExp('.*', flag), columns: [new RegExp('.*', flag)] }
  const secret = { table: new RegExp('staff', flag), columns: [new RegExp('salary', flag)] }
  const permission = permissionBy([{ allow: [all], deny: [secret] }], 'hide')
  const decisions = [1, 2, 3].map(() => [
    permission.mayReadTable('staff'),
    permission.mayReadColumn('staff', 'name'),
    permission.mayReadColumn('staff', 'salary'),
  ])
  expect(decisions).toEqual(Array(3).fill([true, true, false]))
})

it('allows a table if any column of it may be allowed', () => {
  const permission = permissionOf(principal('bob', 'analyst', 'auditor'))
  expect(['people', 'orders', 'elsewhere'].map((t) => permission.mayReadTable(t))).toEqual([
    ...[true, false, true],
  ])
  const none = permissionsBy(readPermissions({ everyone: { allow: { a: [] } } }))
  expect(none(undefined).mayReadTable('a')).toBe(false)
})

it('allows nothing by default', () => {
  const permission = permissionsBy(readPermissions('{}'))(principal('ada', 'admin'))
  expect([permission.mayReadTable('a'), permission.mayReadColumn('a', 'b')]).toEqual([false, false])
})

const PROTOTYPE_FLAW = '; __proto__ cannot be a key: name that table in a list'

it.each<[unknown, string]>([
  [undefined, ''],
  ['no JSON', '; line 1, column 1: invalid JSON'],
  [[], ''],
  [{ everybody: {} }, '; everybody is unknown'],
  [{ everyone: { allow: 1 } }, '; everyone.allow is not valid'],
  [{ everyone: { allowed: ['a'] } }, '; everyone.allowed is unknown'],
  [{ roles: { a: ['b'] } }, '; roles.a is not valid'],
  [{ callers: { 'jwt:ada': { deny: { t: [1] } } } }, '; callers.jwt:ada.deny is not valid'],
  ['{"everyone": {"deny": {"__proto__": ["*"]}}}', PROTOTYPE_FLAW],
  ['{"roles": {"__proto__": {"deny": ["a"]}}}', PROTOTYPE_FLAW],
  ['{"__proto__": {"everyone": {}}}', PROTOTYPE_FLAW],
  [
    '{"roles": {"a": {"allow": ["*"],\n "deny": {"t": ["*"]}, "deny": {"u": ["*"]}}}}',
    '; line 2, column 24: roles.a.deny occurs twice',
  ],
  ['{"roles": {"a": {}, "\\u0061": {}}}', '; line 1, column 21: roles.a occurs twice'],
  [
    '{"everyone": {"deny": {"t": ["x"], "t": ["y"]}}}',
    '; line 1, column 36: everyone.deny.t occurs twice',
  ],
  ['{"everyone": {}', '; line 1, column 16: invalid JSON'],
])('refuses the setting %j', (setting, flaw) => {
  const message = `permissions must be ${PERMISSIONS_FORMAT}${flaw}`
  expect(() => readPermissions(setting)).toThrow(new Error(message))
})

it('accepts one name in several objects', () => {
  const text = '{"roles": {"a": {"allow": ["*"]}, "b": {"allow": ["*"]}}}'
  expect([...readPermissions(text).roles.keys()]).toEqual(['a', 'b'])
})

import { createConnection } from 'mysql2/promise'
import { createTableService } from '../../src/core/table-service'
import { searchPattern } from '../../src/dialect/search-pattern'
import { describeEachServer } from '../../test/support/describe-each-server'
import { effort } from '../../test/support/effort'
import { recordedConnection } from '../../test/support/recorded-connection'
import { actualFinds, expectedFinds, isLatin1, samples } from '../../test/support/search-samples'
import type { TestApp } from '../../test/support/test-app'

const everything = (): boolean => true
const isOfPlane0 = (text: string): boolean => !/[\u{10000}-\u{10ffff}]/u.test(text)

/** Collations, with the texts that a column of each can hold. */
const COLLATIONS: Readonly<Record<string, (text: string) => boolean>> = {
  utf8mb4_bin: everything,
  utf8mb4_turkish_ci: everything,
  utf8mb3_general_ci: isOfPlane0,
  utf16_unicode_ci: everything,
  latin1_swedish_ci: isLatin1,
  ...effort<Readonly<Record<string, (text: string) => boolean>>>(
    {},
    {
      utf8mb4_general_ci: everything,
      utf8mb4_unicode_ci: everything,
      utf16_bin: everything,
      utf32_general_ci: everything,
      latin1_bin: isLatin1,
    },
  ),
}

const OWN_COLLATIONS: Readonly<Record<string, readonly string[]>> = {
  mysql: ['utf8mb4_0900_ai_ci', 'utf8mb4_0900_as_ci', 'utf8mb4_0900_bin', 'utf8mb4_ja_0900_as_cs'],
  mariadb: ['utf8mb4_uca1400_ai_ci', 'utf8mb4_uca1400_as_cs', 'utf8mb4_nopad_bin'],
}

/** Half of the characters of long texts. */
const LENGTH = effort(100_000, 600_000)

/** More letters than the search binds as parameters for one column. */
const ALPHABET =
  'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** As many columns of long text as InnoDB allows; in `npm test` half as many. */
const COLUMNS = effort(95, 190)

const many = (type: string): string[] => Array.from({ length: COLUMNS }, (_, n) => `c${n} ${type}`)

const quote = (text: string): string => `'${text.replace(/['\\]/g, '\\$&')}'`

describeEachServer('mysql', 'the search', (server) => {
  const collations: [string, (text: string) => boolean][] = [
    ...Object.entries(COLLATIONS),
    ...(OWN_COLLATIONS[server.name] ?? []).map((name): [string, () => boolean] => [
      name,
      everything,
    ]),
  ]
  let app: TestApp
  beforeAll(async () => {
    app = await server.serve([
      ...collations.flatMap(([collation, isStorable]) => [
        `create table of_${collation} (id int primary key,
          word varchar(40) character set ${collation.split('_')[0]} collate ${collation})`,
        `insert into of_${collation} values
          ${samples(isStorable)
            .map(([id, text]) => `(${id}, ${quote(text)})`)
            .join()}`,
      ]),
      'create table lengthy (id int primary key, body longtext, medium mediumtext character set latin1)',
      `insert into lengthy values (1, concat(repeat('aB', ${LENGTH}), 'aKc ſ'), repeat('x', 70000))`,
      `insert into lengthy values (2, concat(repeat('ab', ${LENGTH}), 'ab'), concat(repeat('x', 70000), 'É'))`,
      "insert into lengthy values (3, 'abABac', concat('x\\0y', repeat('É', 70000)))",
      `insert into lengthy values (4, concat(repeat('ab', 100000), '${ALPHABET}'), '')`,
      `create table choices (id int primary key, one enum('École', 'a_b', 'Kiosk'),
        several set('École', 'a_b', 'Kiosk') character set latin1)`,
      "insert into choices values (1, 'École', 'a_b,Kiosk'), (2, 'Kiosk', ''), (3, 'a_b', 'École,a_b')",
      'create table converted (id int primary key, word varchar(40) character set utf8mb4)',
      "insert into converted values (1, 'École'), (2, 'ecole')",
      `create table broad (id int primary key, ${many('longtext').join()})`,
      `insert into broad (id, c${COLUMNS - 1}) values (1, concat(repeat('ab', 100000), '${ALPHABET}'))`,
    ])
  }, 60_000)

  it.each(collations)(
    'finds the same rows under the collation %s',
    async (collation, isStorable) => {
      const expected = expectedFinds(samples(isStorable))
      expect(await actualFinds(app, `of_${collation}`, 'word')).toEqual(expected)
    },
  )

  it.each([
    ['body', 'ABABABAC', []],
    ['body', 'BABAC', [3]],
    ['body', 'ba\u212aC S', [1]],
    ['body', '%', []],
    ['body', ALPHABET.toLowerCase(), [4]],
    ['medium', 'XXXé', [2]],
    ['medium', 'yé', [3]],
    ['medium', 'e', []],
  ])(
    'searches %s, which is too long for a regular expression, for %j',
    async (column, filter, ids) => {
      const search = `filter=${encodeURIComponent(filter)}&filterColumns=${column}`
      const { text } = await app.get(`query?table=lengthy&columns=id&${search}`)
      expect(text).toContain(JSON.stringify(ids.map((id) => ({ id }))))
    },
  )

  it.each([
    ['one', 'éCOLE', [1]],
    ['one', 'IOS', [2]],
    ['one', '_', [3]],
    ['several', 'B,kiosk', [1]],
    ['several', 'école,', [3]],
  ])('searches the values of %s, an enum or a set, for %j', async (column, filter, ids) => {
    const search = `filter=${encodeURIComponent(filter)}&filterColumns=${column}`
    const { text } = await app.get(`query?table=choices&columns=id&${search}`)
    expect(text).toContain(JSON.stringify(ids.map((id) => ({ id }))))
  })

  it.each(['latin1', 'utf16', 'utf8mb4'])(
    'finds the same rows at once when a column becomes %s',
    async (characterSet) => {
      const path = `query?table=converted&columns=id&filter=${encodeURIComponent('éCO')}`
      const { text } = await app.get(path)
      expect(text).toContain('[{"id":1}]')
      const connection = await createConnection(app.url.replace(/^mariadb:/, 'mysql:'))
      await connection.query(
        `alter table converted modify column word varchar(40) character set ${characterSet}`,
      )
      await connection.end()
      expect((await app.get(path)).text).toBe(text)
    },
  )

  it('finds many letters in many columns of long texts', async () => {
    const filter = encodeURIComponent(ALPHABET.toLowerCase())
    const { text } = await app.get(`query?table=broad&columns=id&filter=${filter}`)
    expect(text).toContain('[{"id":1}]')
  })

  it.each([
    [0, 200],
    [100, 1000],
  ])('accepts a term of the different letters from the %ith to the %ith', async (from, to) => {
    const letters = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code))
    const cased = letters.filter((letter) => letter.toLowerCase() !== letter).slice(from, to)
    const filter = encodeURIComponent(cased.join(''))
    expect((await app.get(`query?table=lengthy&filter=${filter}`)).text).toContain('"total":0')
  })
})

describeEachServer('mysql', 'the condition of a search', (server) => {
  it('is the one that is faster on the server', async () => {
    const url = await server.create(['create table words (id int primary key, word varchar(9))'])
    const connection = recordedConnection(url)
    try {
      const tables = createTableService(connection, connection.dialect)
      const { columns } = await tables.schemaOf('words')
      const condition = columns.at(-1)?.contains?.(searchPattern('x')).sql
      expect(condition).toMatch(server.name === 'mysql' ? /^locate\(.*upper\(/ : / regexp \?$/)
    } finally {
      await connection.close()
    }
  })
})

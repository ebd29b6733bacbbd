import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise'
import type { TextMatcher } from '../../src/dialect/schema'
import { searchPattern, type CharacterClass } from '../../src/dialect/search-pattern'
import { describeEachServer } from '../../test/support/describe-each-server'
import { effort, isStress } from '../../test/support/effort'
import { expectedFinds, NEEDLES, samples } from '../../test/support/search-samples'
import { textMatcher } from './search'
import { exceptionsOf } from './uppercase-match'

const [LAST, RANGE] = effort([0x1ffff, 'of planes 0 and 1'], [0x10ffff, 'of Unicode'])

/**
 * Every character except NUL, which no search term contains. The letters with case are in planes 0 and 1;
 * the others have eight times as many characters.
 */
const CHARACTERS = Array.from({ length: LAST }, (_, index) => index + 1)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))

const CLASSES: readonly CharacterClass[] = CHARACTERS.flatMap((character) =>
  searchPattern(character),
)

/** The classes of letters; outside of stress tests, only some. */
const LETTERS = CLASSES.filter(
  (characters) => characters.length > 1 && characters.every((other) => other >= characters[0]),
).filter((characters, index) => isStress || characters.length > 2 || index % 24 === 0)

const HOSTILE = [
  'a\\',
  '\\%',
  '%\\_',
  '_',
  '%',
  "'",
  '"',
  '`',
  '?',
  '??',
  '%%',
  '*/',
  '--',
  'a\0b',
  '\x1a',
  '\u{10ffff}',
  '\u{1f600}x',
  'x'.repeat(40),
  ' ',
  'x ',
  '\ufeff',
  '\u200d',
  '日本',
  'ü\u0308',
]

interface Collation {
  readonly name: string
  readonly characterSet: string
}

describeEachServer('mysql', 'the search in upper case', (server) => {
  const database = `tablequery_uppercase_${process.pid}`
  let connection: Connection
  beforeAll(async () => {
    connection = await createConnection(server.url.href.replace(/^mariadb:/, 'mysql:'))
    await connection.query("set sql_mode = '', sql_select_limit = 18446744073709551615")
    await connection.query(`create database ${database}`)
    await connection.query(`use ${database}`)
  })
  afterAll(async () => {
    await connection.query(`drop database ${database}`)
    await connection.end()
  })

  const upper = async (texts: readonly string[]): Promise<string[]> => {
    const [[row]] = await connection.query<RowDataPacket[]>(
      'select upper(convert(? using utf8mb4) collate utf8mb4_bin) as folded',
      [texts.join('')],
    )
    return Array.from(String(row?.['folded']))
  }

  it(`differs from the classes of equal letters only by the known exceptions, for every character ${RANGE}`, async () => {
    const upperCase = new Map<string, string>()
    const sameUpperCase = new Map<string, string[]>()
    for (let start = 0; start < CHARACTERS.length; start += 100_000) {
      const characters = CHARACTERS.slice(start, start + 100_000)
      const folded = await upper(characters)
      expect(folded).toHaveLength(characters.length)
      for (const [index, character] of characters.entries()) {
        const target = folded[index] ?? ''
        upperCase.set(character, target)
        const same = sameUpperCase.get(target)
        if (same) same.push(character)
        else sameUpperCase.set(target, [character])
      }
    }
    const wrong = CLASSES.filter((characters) => {
      const known = exceptionsOf(characters)
      if (!known) return false
      const found = sameUpperCase.get(upperCase.get(known.letter) ?? '') ?? []
      const isMissing = characters.some((c) => !found.includes(c) && !known.missing.includes(c))
      return isMissing || found.some((c) => !characters.includes(c) && !known.extra.includes(c))
    })
    expect(wrong).toEqual([])
  }, 60_000)

  const collations = async (): Promise<Collation[]> => {
    const [rows] = await connection.query<RowDataPacket[]>(
      `select * from information_schema.collation_character_set_applicability
        where character_set_name <> 'binary'`,
    )
    return rows.map((row) => ({
      name: String(row['FULL_COLLATION_NAME'] ?? row['COLLATION_NAME']),
      characterSet: String(row['CHARACTER_SET_NAME']),
    }))
  }

  /** The terms that find other rows than a regular expression of JavaScript with the flags i and u. */
  const wrongFinds = async (
    { name, characterSet }: Collation,
    texts: readonly string[],
    terms: readonly string[],
  ): Promise<unknown[]> => {
    await connection.query('drop temporary table if exists of_collation')
    await connection.query(`create temporary table of_collation
      (id int primary key, word varchar(60) character set ${characterSet} collate ${name})`)
    const rows = texts.map((text, index) => [index + 1, text])
    await connection.query('insert into of_collation values ?', [rows])
    // The server replaces characters that the character set lacks.
    const [stored] = await connection.query<RowDataPacket[]>(
      'select id, convert(word using utf8mb4) as word from of_collation',
    )
    const words = stored.map((row): [number, string] => [Number(row['id']), String(row['word'])])
    const expected = expectedFinds(words, terms)
    const column = { column: 't.word', dataType: 'varchar', collation: name }
    const wrong: unknown[] = []
    for (const isRegexpSlow of [true, false]) {
      const found = await finds(textMatcher(column, isRegexpSlow), terms)
      for (const [index, [term, ids]] of expected.entries()) {
        if (found[index]?.join() === ids.join()) continue
        wrong.push({ name, isRegexpSlow, term, ids, found: found[index] })
      }
    }
    return wrong
  }

  /** The classes with at least one letter that the character set contains. */
  const lettersIn = async ({ characterSet }: Collation): Promise<CharacterClass[]> => {
    const texts = LETTERS.flat()
    const [[row]] = await connection.query<RowDataPacket[]>(
      `select convert(convert(? using ${characterSet}) using utf8mb4) as kept`,
      [texts.join('')],
    )
    const kept = new Set(String(row?.['kept']))
    return LETTERS.filter((characters) => characters.some((character) => kept.has(character)))
  }

  /** For each term, the ids of the rows that the matcher finds. */
  const finds = async (matches: TextMatcher, terms: readonly string[]): Promise<number[][]> => {
    const conditions = terms.map((term) => matches(searchPattern(term)))
    const list = conditions.map(({ sql }, index) => `${sql} as c${index}`).join(', ')
    const [rows] = await connection.query<RowDataPacket[]>(
      `select id, ${list} from of_collation as t order by id`,
      conditions.flatMap(({ bindings }) => [...bindings]),
    )
    return terms.map((_, index) =>
      rows.filter((row) => Number(row[`c${index}`]) === 1).map(({ id }) => Number(id)),
    )
  }

  it('finds the same texts under any collation of the server', async () => {
    const all = await collations()
    expect(all.length).toBeGreaterThan(200)
    const texts = [...samples().map(([, text]) => text), ...HOSTILE]
    const terms = [...NEEDLES, ...HOSTILE].filter((term) => !term.includes('\0'))
    const wrong: unknown[] = []
    // The search sets a collation, so the collation of the column has no effect within a character set.
    const tested = all.filter(
      ({ name }, index) => isStress || (/_ci$/.test(name) && index % 16 === 0),
    )
    for (const collation of tested) wrong.push(...(await wrongFinds(collation, texts, terms)))
    expect(wrong).toEqual([])
  }, 120_000)

  it(
    'finds each letter in every character set of the server',
    async () => {
      const ofSet = new Map((await collations()).map((each) => [each.characterSet, each]))
      const texts = LETTERS.flat()
      const wrong: unknown[] = []
      for (const collation of ofSet.values()) {
        const letters = await lettersIn(collation)
        for (let start = 0; start < letters.length; start += 40) {
          const terms = letters.slice(start, start + 40).map(([letter]) => letter)
          wrong.push(...(await wrongFinds(collation, texts, terms)))
        }
      }
      expect(wrong).toEqual([])
    },
    effort(120_000, 600_000),
  )
})

/** Implementations that conform, with unusual data and choices that no check may report as a fault. */
import { ConformanceError, failuresOf, runConformance } from '../../src/conformance'
import {
  memoryImplementation,
  serveImplementation,
  stopImplementations,
  type Choices,
  type MemoryTable,
} from './memory-implementation'
import { TOPIC_TIME } from './planted-fault'

jest.setTimeout(TOPIC_TIME)
afterEach(stopImplementations)

type Tables = Readonly<Record<string, MemoryTable>>

/** Messages of the checks that fail, at the levels of the contract. */
async function faults(tables: Tables, choices: Choices = {}): Promise<readonly string[]> {
  const baseUrl = await serveImplementation(memoryImplementation(tables, choices))
  const report = await runConformance({ baseUrl })
  expect(report.isComplete).toBe(true)
  expect(report.results.length).toBeGreaterThan(0)
  return failuresOf(report).map(
    ({ check, findings }) => `${check.id}: ${findings[0]?.message ?? ''}`,
  )
}

const rows = <Row>(count: number, row: (index: number) => Row): readonly Row[] =>
  Array.from({ length: count }, (_, index) => row(index))

const WORDS = ['apple', 'Birch', 'cedar', 'Maple', 'olive', 'Pine', 'rowan', 'Birch']
const word = (index: number): string => WORDS[index % WORDS.length] ?? ''

/** More columns than a check sends requests for. */
const WIDTH = 500

const plants: MemoryTable = {
  columns: { id: 'integer', name: 'varchar(20)' },
  rows: rows(33, (index) => [index + 1, word(index)]),
}

it.each<[string, Tables]>([
  ['no tables', {}],
  ['a table without rows', { empty: { columns: { id: 'integer', name: 'text' }, rows: [] } }],
  ['a table of one column', { one: { columns: { name: 'text' }, rows: [['maple'], ['cedar']] } }],
  [
    `a table of ${WIDTH} columns`,
    {
      wide: {
        columns: Object.fromEntries(rows(WIDTH, (i) => [`c${i}`, i % 7 ? 'integer' : 'text'])),
        rows: rows(4, (row) => rows(WIDTH, (i) => (i % 7 === 0 ? word(row + i) : row * i))),
      },
    },
  ],
  [
    'only NULL',
    { nulls: { columns: { a: 'text', b: 'date' }, rows: rows(5, () => [null, null]) } },
  ],
  [
    'equal rows',
    { same: { columns: { a: 'text', b: 'int' }, rows: rows(25, () => ['birch', 1]) } },
  ],
  [
    'names of all kinds',
    Object.fromEntries(
      ['a b', 'a/b', '100%', '%2F', '🌳', "o'x", 'a&b=c#d', '..x', 'error', 'constructor'].map(
        (name) => [name, { columns: { [name]: 'text', 'b c%20': 'int' }, rows: [['maple', 1]] }],
      ),
    ),
  ],
])('accepts %s', async (_name, tables) => {
  expect(await faults(tables)).toEqual([])
})

it('reports a maximum limit of ten only in the check of recommended limits', async () => {
  const failed = await faults({ plants }, { maxLimit: 10 })
  expect(failed.map((text) => text.split(':')[0])).toEqual(['pages/recommended-limits'])
})

it('accepts decimals, large integers, floats and amounts of money as strings', async () => {
  const numbers: MemoryTable = {
    columns: { d: 'numeric(30,2)', big: 'bigint', f: 'double precision', cash: 'money' },
    rows: rows(20, (i) => [
      `${i * 7}.50`,
      `90071992547409${93 + i}`,
      i === 3 ? 'NaN' : i === 4 ? 'Infinity' : i / 3,
      `$${i},000.00`,
    ]),
  }
  const valueOf = (value: unknown): number => {
    if (value === 'NaN') return Number.MAX_VALUE
    return Number(String(value).replaceAll(/[$,]/g, ''))
  }
  // Some of these strings have more digits than a number can hold.
  const compare: Choices['compare'] = (a, b) =>
    valueOf(a) - valueOf(b) || Number(String(a) > String(b)) - Number(String(a) < String(b))
  expect(await faults({ numbers }, { compare })).toEqual([])
})

it('accepts equal decimals and equal intervals that are printed differently', async () => {
  const hours: Readonly<Record<string, number>> = {
    ...{ '1 day': 24, '24:00:00': 24, '1 mon': 720, '30 days': 720, '720:00:00': 720 },
  }
  const decimals = ['1.0', '2.50', '1', '2.5', '10', '1.00']
  const waits: MemoryTable = {
    columns: { d: 'numeric', wait: 'interval', id: 'integer' },
    rows: rows(30, (i) => [decimals[i % 6] ?? '', Object.keys(hours)[(i * 7) % 5] ?? '', i]),
  }
  const valueOf = (value: unknown): number => hours[String(value)] ?? Number(value)
  const compare: Choices['compare'] = (a, b) => valueOf(a) - valueOf(b)
  expect(await faults({ waits }, { compare })).toEqual([])
})

it('accepts enumerations in the order of their definition, searched or not', async () => {
  const types = [
    "enum('paid','delivered')",
    'print_status',
    'context_kind',
    'date_kind',
    'appointment',
  ]
  const orders: MemoryTable = {
    columns: Object.fromEntries(types.map((type, index) => [`state${index}`, type])),
    rows: rows(9, (row) => types.map((_, i) => ((row + i) % 2 === 0 ? 'paid' : 'delivered'))),
  }
  const compare: Choices['compare'] = (a, b) => Number(b === 'paid') - Number(a === 'paid')
  expect(await faults({ orders }, { compare, isText: () => true })).toEqual([])
  expect(await faults({ orders }, { compare, isText: () => false })).toEqual([])
})

it('accepts dates with names of months, and timestamps of several time zones', async () => {
  const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct']
  const instants = rows(10, (i) => {
    const zone = (i % 3) * 3
    const hour = String(i + 8 + zone).padStart(2, '0')
    return `2026-03-01T${hour}:00:00+0${zone}:00`
  })
  const dates: MemoryTable = {
    columns: { day: 'date', at: 'datetimeoffset', millis: 'timestamp' },
    rows: rows(10, (i) => [`${10 + i} ${months[i] ?? ''} 2026`, instants[i] ?? '', i * 1000]),
  }
  const compare: Choices['compare'] = (a, b) =>
    typeof a === 'number' ? a - Number(b) : Date.parse(String(a)) - Date.parse(String(b))
  expect(await faults({ dates }, { compare })).toEqual([])
})

it('accepts collations that treat more than case and accents as equal', async () => {
  const names = [
    'Sören',
    'soren',
    'Søren',
    'Łódź',
    'lodz',
    'Ægir',
    'Aegir',
    'a\u200bb',
    'ab',
    '😀',
    '🌳',
    '😀',
  ]
  const people: MemoryTable = {
    columns: { name: 'varchar(20)', kind: 'varchar(9)' },
    rows: rows(36, (index) => [names[(index * 5) % names.length] ?? '', word(index)]),
  }
  // As utf8mb4_0900_ai_ci and utf8mb4_general_ci of MySQL do, one with letters, the other with emoji.
  const folded = (text: string): string =>
    text
      .normalize('NFKD')
      .replaceAll(/[\p{M}\p{Cf}]/gu, '')
      .toLowerCase()
      .replaceAll('ø', 'o')
      .replaceAll('ł', 'l')
      .replaceAll('æ', 'ae')
      .replaceAll(/[\u{10000}-\u{10ffff}]/gu, '�')
  const compare: Choices['compare'] = (a, b) => {
    const [x, y] = [folded(String(a)), folded(String(b))]
    return x < y ? -1 : Number(x > y)
  }
  expect(await faults({ people }, { compare, folded })).toEqual([])
})

it('accepts a collation that treats hiragana and katakana as equal', async () => {
  const names = [
    'サクラ',
    'さくら',
    'サクラ',
    'うめ',
    'ウメ',
    'キャベツ',
    'きやへつ',
    'もも',
    'キャベツ',
  ]
  const plants: MemoryTable = {
    columns: { name: 'varchar(20)' },
    rows: rows(36, (index) => [names[(index * 5) % names.length] ?? '']),
  }
  // As utf8mb4_0900_ai_ci of MySQL does.
  const { compare } = new Intl.Collator('und', { sensitivity: 'base' })
  const byCollation: Choices['compare'] = (a, b) => compare(String(a), String(b))
  expect(await faults({ plants }, { compare: byCollation })).toEqual([])
})

it('accepts columns of the type STRING of SQLite, searched or not', async () => {
  const plants: MemoryTable = {
    columns: { name: 'STRING', place: 'string (20)', family: 'text' },
    rows: rows(33, (index) => [word(index), word(index + 1), word(index + 3)]),
  }
  expect(await faults({ plants }, { isText: (type) => type === 'text' })).toEqual([])
  expect(await faults({ plants }, { isText: () => true })).toEqual([])
})

it('accepts JSON documents that are sorted by their text', async () => {
  const documents: MemoryTable = {
    columns: { id: 'integer', body: 'json' },
    rows: rows(12, (index) => [index, index * 3]),
  }
  const compare: Choices['compare'] = (a, b, type) => {
    if (type === 'integer') return Number(a) - Number(b)
    const [x, y] = [String(a), String(b)]
    return x < y ? -1 : Number(x > y)
  }
  expect(await faults({ documents }, { compare })).toEqual([])
})

it('accepts messages without blanks, as in Japanese', async () => {
  const messageOf = (): string => '値が正しくありません。'
  expect(await faults({ plants }, { messageOf })).toEqual([])
})

it('reports an ETag that is the version of all data only in the check of a recommendation', async () => {
  const respond: Choices['respond'] = (res, status, body, req) => {
    res.setHeader('ETag', '"v17"')
    const isKnown = req.headers['if-none-match'] === '"v17"' && status === 200
    res.writeHead(isKnown ? 304 : status, { 'Content-Type': 'application/json' })
    res.end(isKnown ? undefined : JSON.stringify(body))
  }
  const failed = await faults({ plants }, { respond })
  expect(failed.map((text) => text.split(':')[0])).toEqual(['headers/etag-of-query'])
})

it('checks a table once if it is named twice, and does not start for one that does not exist', async () => {
  const baseUrl = await serveImplementation(memoryImplementation({ plants }))
  const { tables } = await runConformance({ baseUrl, tables: ['plants', 'plants'] })
  expect(tables).toEqual(['plants'])
  const run = runConformance({ baseUrl, tables: ['plants', 'nope'] })
  await expect(run).rejects.toThrow(new ConformanceError('there is no table "nope"'))
})

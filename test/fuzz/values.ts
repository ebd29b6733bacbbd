/** Unusual values of every kind that all engines can store. */
import fc from 'fast-check'
import type { FixtureType, FixtureValue } from '../../fixtures/fixture-table'
import { anyCharacter } from '../support/any-character'

/** Case variants, similar characters, combining marks, wildcards of search patterns, quotes, control characters. */
const PIECES = [
  ...Array.from(
    'aAeéÉßẞſsSkK\u212aiIİıσςΣжЖµμΩ\u2126åÅ\u212bǆǅǄﬁﬅﬆᾳᾼΐ\u1fd3ꭰᎠᲀв𐐀𐐨😀한Ａａ\u{10ffff}ŉz01',
  ),
  ...Array.from(
    '%_\\\'"`[]^*?.${}()|+-#&=,:; \t\n\r\u0001\u007f\u00a0\u00ad\u200b\u200d\u2028\ufeff\uffff',
  ),
  ...['e\u0301', 'ss', '\u1112\u1161\u11ab', '  ', 'null', 'true', '\\u0041', '--', '/*'],
]

export const text: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }).map((all) => all.join('')),
  },
  // Only SQLite stores NUL in all texts.
  {
    weight: 1,
    arbitrary: fc.string({ unit: anyCharacter, maxLength: 6 }).map((s) => s.replaceAll('\0', '')),
  },
)

export const MOODS = ['calm', 'glad', 'sad'] as const

/** JSON texts that no engine reformats, with numbers that no engine rounds. */
const DOCUMENTS = [
  '[]',
  '{}',
  '"text"',
  'null',
  '12345',
  '{"a":[1,"x  y"]}',
  '[true,-1,{"b":null}]',
  '"é\\\\"',
]

const twoDigits = (n: number): string => String(n).padStart(2, '0')

const date = fc
  .record({
    year: fc.oneof(fc.integer({ min: 1000, max: 9999 }), fc.constantFrom(1969, 1970, 2024)),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 28 }),
  })
  .map(({ year, month, day }) => `${year}-${twoDigits(month)}-${twoDigits(day)}`)

const fraction = fc.oneof(
  fc.constant(''),
  fc
    .integer({ min: 1, max: 999_999 })
    .map((n) => `.${String(n).padStart(6, '0').replace(/0+$/, '')}`),
)

const time = fc
  .record({ h: fc.nat(23), m: fc.nat(59), s: fc.nat(59), fraction })
  .map((t) => `${twoDigits(t.h)}:${twoDigits(t.m)}:${twoDigits(t.s)}${t.fraction}`)

/** Within the range of MySQL. Always six fractional digits, because SQLite sorts `:05Z` and `:05.1Z` as texts. */
const instant = fc
  .record({ seconds: fc.integer({ min: 1, max: 2 ** 31 - 2 }), micros: fc.nat(99_999) })
  .map(({ seconds, micros }) =>
    new Date(seconds * 1000)
      .toISOString()
      .replace('.000Z', `.${String(micros).padStart(5, '0')}1Z`),
  )

const decimal = fc.integer({ min: -(10 ** 13), max: 10 ** 13 }).map((n) => {
  const digits = String(Math.abs(n)).padStart(5, '0')
  return `${n < 0 ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`
})

/** A generator for each kind of value. */
export const values = {
  integer: fc.oneof(fc.integer({ min: -2, max: 3 }), fc.integer()),
  bigint: fc.oneof(
    fc.bigInt({ min: -2n, max: 2n }),
    fc.constantFrom(2n ** 53n, 2n ** 53n - 1n, -(2n ** 53n), 2n ** 63n - 1n, -(2n ** 63n)),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  ),
  // SQLite does not keep the sign of zero.
  double: fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => (n === 0 ? 0 : n)),
  boolean: fc.boolean(),
  text,
  varchar: text,
  binary: fc.uint8Array({ maxLength: 5 }).map((bytes) => Buffer.from(bytes)),
  enum: fc.constantFrom(...MOODS),
  json: fc.constantFrom(...DOCUMENTS),
  date,
  time,
  timestamp: fc.tuple(date, time).map(([day, clock]) => `${day}T${clock}`),
  timestamptz: instant,
  decimal,
} satisfies Record<FixtureType['kind'], fc.Arbitrary<NonNullable<FixtureValue>>>

/** Input of clients is parsed in linear time. Quadratic time would be seconds for these lengths. */
import type { IncomingMessage } from 'node:http'
import type { Context } from 'koa'
import { columnNamed } from '../../src/core/catalogue/column-names'
import { nearestNames } from '../../src/dialect/nearest-names'
import { namePattern } from '../../src/core/name-pattern'
import { permissionBy } from '../../src/core/permission'
import { readRule } from '../../src/http/authorization/rule-config'
import { createTableQueryClient } from '../../src/client'
import { jsonTime, jsonTimestamp, jsonVerbatim } from '../../src/dialect/json-text'
import type { ColumnSchema, TableSchema } from '../../src/dialect/schema'
import { bearerToken } from '../../src/http/authentication/scheme'
import { respondNotModified } from '../../src/http/entity-tag'
import { parseNameList, parseSortList } from '../../src/settings/list-grammar'
import { createQueryParser } from '../../src/http/query/query-parser'
import { addressBehind, networkOf } from '../../src/http/rate-limits/client-address'
import { bytesIn } from '../../src/viewer/values/value-text'

/** Four times the default maximum of a URL or of the headers, so that quadratic time is obvious. */
const LENGTH = 60_000

/** Milliseconds of processor time; many times what linear time takes. */
const MAX_TIME = 200

function millisecondsOf(run: () => unknown): number {
  const began = process.cpuUsage()
  try {
    run()
  } catch {
    // A refusal counts like a result.
  }
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1000
}

/** Repeats the text up to `LENGTH` characters. */
const many = (part: string): string => part.repeat(LENGTH / part.length)

const HOSTILE: readonly string[] = [
  ...[
    ' ',
    '\t',
    ' \t',
    ',',
    ':',
    '"',
    '""',
    '",',
    '":',
    '=',
    '.',
    '-',
    '%',
    '0',
    'a',
    '*',
    '/',
    '\\',
  ],
  ...['a,', 'a:asc,', '"a",', '1.', '::1', '127.0.0.1,', 'W/"a",', '-gzip",', '{"a":', '\\"'],
].flatMap((part) => [many(part), `a${many(part)}b`, `"${many(part)}b`, `1.${many(part)}x`])

function request(headers: Record<string, string>): IncomingMessage {
  return { headers, socket: { remoteAddress: '127.0.0.1' } } as unknown as IncomingMessage
}

function contextOf(value: string): Context {
  return { get: () => value, set: () => undefined } as unknown as Context
}

const parse = createQueryParser(1000)
const behindProxies = addressBehind(['loopback'])

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  'a list of names': parseNameList,
  'a list of sort terms': parseSortList,
  'a query string': parse,
  'a parameter': (text) => parse(`table=${encodeURIComponent(text)}`),
  'links to other pages': (text) =>
    parse(`table=a&x=${encodeURIComponent(text)}`).queryStringOf('2'),
  'If-None-Match': (text) => respondNotModified(contextOf(text), '"tag"'),
  Authorization: (text) => bearerToken(contextOf(`Bearer ${text}`)),
  'X-Forwarded-For': (text) => behindProxies(request({ 'x-forwarded-for': text })),
  'an address': networkOf,
  'a table name in a permission rule': (text) => namePattern('*a*b*:*"* *').test(text),
  'an unknown name': (text) => nearestNames(text, Array<string>(1600).fill('a'.repeat(64))),
  'a time': jsonTime,
  'a timestamp': (text) => jsonTimestamp(text),
  JSON: jsonVerbatim,
  'the base URL of a server': (text) => createTableQueryClient({ baseUrl: `http://h/${text}` }),
  'bytes in a viewer cell': bytesIn,
}

it.each(Object.entries(readers))('parses %s in linear time', (_name, read) => {
  const slowest = HOSTILE.map(
    (text) => [millisecondsOf(() => read(text)), text.slice(0, 10)] as const,
  ).filter(([milliseconds]) => milliseconds > MAX_TIME)
  expect(slowest).toEqual([])
})

it('parses a list of many names in linear time', () => {
  const list = many('" ",').slice(0, -1)
  expect(parseNameList(list)).toHaveLength(LENGTH / 4)
  expect(millisecondsOf(() => parseNameList(list))).toBeLessThan(MAX_TIME)
})

it('parses a repeated parameter in linear time', () => {
  expect(millisecondsOf(() => parse('columns=a&'.repeat(LENGTH / 10)))).toBeLessThan(MAX_TIME)
  expect(millisecondsOf(() => parse('&columns'.repeat(LENGTH / 8)))).toBeLessThan(MAX_TIME)
})

it('compares many names with many rules in linear time', () => {
  const names = Array.from({ length: 6000 }, (_, number) => `table_${number}`)
  const tables = permissionBy([readRule({ allow: names })], 'hide')
  const columns = permissionBy([readRule({ allow: { a: names } })], 'hide')
  expect(millisecondsOf(() => names.filter((name) => tables.mayReadTable(name)))).toBeLessThan(
    MAX_TIME,
  )
  expect(
    millisecondsOf(() => names.filter((name) => columns.mayReadColumn('a', name))),
  ).toBeLessThan(MAX_TIME)
})

it('matches a permission rule with many stars in linear time', () => {
  const pattern = namePattern('*a'.repeat(30) + '*c')
  expect(millisecondsOf(() => pattern.test('a'.repeat(1000) + 'b'))).toBeLessThan(MAX_TIME)
  expect(pattern.test('a'.repeat(30) + 'c')).toBe(true)
  expect(pattern.test('a'.repeat(29) + 'c')).toBe(false)
})

it('finds many columns of a wide table by their names in linear time', () => {
  const columns = Array.from({ length: 1600 }, (_, n) => ({ name: `Column${n}` }) as ColumnSchema)
  const table = { name: 'wide', columns } as unknown as TableSchema
  let folded = 0
  const foldColumnName = (name: string): string => {
    folded++
    return name.toLowerCase()
  }
  const found = columns.map(({ name }) =>
    columnNamed(name.toUpperCase(), table, { foldColumnName }),
  )
  expect(found).toEqual(columns)
  // Each column and each requested name once.
  expect(folded).toBe(3200)
})

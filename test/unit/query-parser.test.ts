import { createQueryParser } from '../../src/http/query/query-parser'

const parse = createQueryParser(1000)

/** @param length of the query string */
const queryOf = (length: number): string => 'table=a&filter='.padEnd(length, 'x')

it('parses a query string once', () => {
  const query = queryOf(1000)
  expect(parse(query)).toBe(parse(query))
})

it('keeps no long query strings, because a thousand of them would take megabytes', () => {
  const query = queryOf(1001)
  expect(parse(query)).not.toBe(parse(query))
  expect(parse(query).query).toEqual(parse(query).query)
})

import { parseQueryString, withParameter } from '../../src/http/query/query-string'

const parse = (text: string): unknown => Object.fromEntries(parseQueryString(text))

it.each([
  ['', {}],
  ['&&', {}],
  ['a=1&b=2', { a: ['1'], b: ['2'] }],
  ['a=1&a=2', { a: ['1', '2'] }],
  ['a', { a: [''] }],
  ['a==b=', { a: ['=b='] }],
  ['a+b=c+d%2B', { 'a b': ['c d+'] }],
  ['%E2%82%AC=%F0%9F%98%80', { '€': ['😀'] }],
])('parses %j', (text, values) => {
  expect(parse(text)).toEqual(values)
})

it('keeps a parameter named __proto__', () => {
  expect([...parseQueryString('__proto__=1')]).toEqual([['__proto__', ['1']]])
})

it.each([
  ['a=%', 'a', '%'],
  ['a=%1', 'a', '%1'],
  ['a=%zz', 'a', '%zz'],
  ['a=%ff', 'a', '%ff'],
  ['a=%c3%28', 'a', '%c3%28'],
  ['%ff=1', '%ff', '%ff'],
  ['b=1&a=%ed%a0%80', 'a', '%ed%a0%80'],
])('refuses %j', (text, parameter, value) => {
  const details = { parameter, value, constraint: 'percent-encoded UTF-8' }
  expect(() => parseQueryString(text)).toThrow(
    expect.objectContaining({ code: 'INVALID_QUERY', details }) as Error,
  )
})

it.each([
  ['table=a', 'table=a&page=2'],
  ['table=a&page=7&x=y', 'table=a&x=y&page=2'],
  ['table=a&p%61ge=7', 'table=a&page=2'],
  ['', 'page=2'],
  ['&a&&b=c&', 'a&b=c&page=2'],
  ['pag+e=1&page', 'pag+e=1&page=2'],
  ['table=<">', 'table=%3C%22%3E&page=2'],
])('sets the page in %j', (text, changed) => {
  expect(withParameter(text, 'page')('2')).toBe(changed)
})

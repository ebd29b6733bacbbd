import { parseNameList, parseSortList } from '../../src/http/list-grammar'

it.each([
  ['a', ['a']],
  ['a,b', ['a', 'b']],
  [' a ,\tb ', ['a', 'b']],
  ['a b,c', ['a b', 'c']],
  ['"a,b",c', ['a,b', 'c']],
  ['"a:b"', ['a:b']],
  ['" a "', [' a ']],
  ['"a""b"', ['a"b']],
  ['""', ['']],
  ['""""', ['"']],
  ['a"b,c"d', ['a"b', 'c"d']],
  ['a:b', ['a:b']],
  ['"line\nbreak"', ['line\nbreak']],
  ['\u00a0a', ['\u00a0a']],
])('parses the list of names %j', (text, names) => {
  expect(parseNameList(text)).toEqual(names)
})

it.each([
  ['', ''],
  [',', ''],
  ['a,', ''],
  [',a', ''],
  ['a,,b', ''],
  [' , a', ''],
  ['"a', '"a'],
  ['b,"a', '"a'],
  ['"a"b', '"a"b'],
  ['"a" "b"', '"a" "b"'],
])('refuses %j because of %j', (text, item) => {
  expect(() => parseNameList(text)).toThrow(expect.objectContaining({ item }) as Error)
})

it.each([
  ['a:asc', [{ column: 'a', direction: 'asc' }]],
  ['a:b:desc', [{ column: 'a:b', direction: 'desc' }]],
  ['"we:ird":desc', [{ column: 'we:ird', direction: 'desc' }]],
  ['"a""":asc', [{ column: 'a"', direction: 'asc' }]],
  ['a b:asc', [{ column: 'a b', direction: 'asc' }]],
  [
    'a:asc , b:desc',
    [
      { column: 'a', direction: 'asc' },
      { column: 'b', direction: 'desc' },
    ],
  ],
])('parses the sort terms %j', (text, terms) => {
  expect(parseSortList(text)).toEqual(terms)
})

it.each([
  'a',
  'a:',
  ':asc',
  'a:Asc',
  'a: asc',
  '"a"',
  '"a":',
  '"a":b:asc',
  '"a"x:asc',
  '"a"xasc',
  '"a" :asc',
])('refuses %j as a sort term', (text) => {
  expect(() => parseSortList(text)).toThrow(expect.objectContaining({ item: text }) as Error)
})

const NAME = 'a name, wrapped whole in double quotes or not at all'

it.each([
  [parseNameList, 'a,', '', 'a name, not empty'],
  [parseNameList, '"a"b', '"a"b', NAME],
  [parseNameList, 'b,"a', '"a', 'closed by a double quote'],
  [parseSortList, 'a', 'a', 'of the form column:asc or column:desc'],
])('%p names the item and the constraint: %s', (parse, text, item, constraint) => {
  const message = `"${item}" must be ${constraint}`
  expect(() => parse(text)).toThrow(expect.objectContaining({ item, constraint, message }) as Error)
})

it('parses a long list in linear time', () => {
  const list = Array.from({ length: 5000 }, () => '" "').join()
  const began = Date.now()
  expect(parseNameList(list)).toHaveLength(5000)
  expect(() => parseNameList('"' + '"'.repeat(20_000))).toThrow('closed')
  expect(Date.now() - began).toBeLessThan(1000)
})

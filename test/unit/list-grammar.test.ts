import { parseNameList, parseSortList } from '../../src/settings/list-grammar'

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
const SORT = 'of the form column:asc or column:desc'

it.each([
  [parseNameList, 'a,', '', 'a name, not empty', 'An item of the list is empty.'],
  [
    parseNameList,
    '"a"b',
    '"a"b',
    NAME,
    'A name in the list has text after its closing double quote.',
  ],
  [
    parseNameList,
    'b,"a',
    '"a',
    'closed by a double quote',
    'A name in the list has no closing double quote.',
  ],
  [parseSortList, 'a', 'a', SORT, `Each item of the list must be ${SORT}.`],
])(
  '%p of %j names the item %j, its constraint and what is wrong',
  (parse, text, item, constraint, message) => {
    const rule = expect.objectContaining({ constraint }) as object
    const error = expect.objectContaining({ item, rule, message }) as Error
    expect(() => parse(text)).toThrow(error)
  },
)

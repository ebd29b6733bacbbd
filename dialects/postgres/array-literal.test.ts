import { jsonInteger, jsonString } from '../../src/dialect/json-text'
import { effort } from '../../test/support/effort'
import { arrayEncoder } from './array-literal'

/** Number of repetitions; extremes.test.ts reads as many as under stress. */
const MANY = effort(1e6, 4e6)

const texts = arrayEncoder((cell) => jsonString(String(cell)), ',')
const integers = arrayEncoder((cell) => jsonInteger(String(cell)), ',')

it.each([
  ['{}', '[]'],
  ['{a,b}', '["a","b"]'],
  ['{NULL,"NULL",null}', '[null,"NULL","null"]'],
  ['{"a,b","c{d}","e\\"f","g\\\\h",""}', '["a,b","c{d}","e\\"f","g\\\\h",""]'],
  ['{{a,b},{c,d}}', '[["a","b"],["c","d"]]'],
  ['[0:1]={a,b}', '"[0:1]={a,b}"'],
  ['[0:0][2:3]={{a,"b c"}}', '"[0:0][2:3]={{a,\\"b c\\"}}"'],
  ['{"\\\\\\"",x}', '["\\\\\\"","x"]'],
  ['{"[0:1]={x}"}', '["[0:1]={x}"]'],
  ['{"line\nbreak","ü 😀"}', '["line\\nbreak","ü 😀"]'],
])('encodes %j as %s', (literal, json) => {
  expect(texts(literal)).toBe(json)
})

it('encodes each element with the encoder of its type', () => {
  expect(integers('{1,9223372036854775807,NULL}')).toBe('[1,"9223372036854775807",null]')
  expect(arrayEncoder((cell) => jsonString(String(cell)), ';')('{(1,1),(0,0);(2,2),(1,1)}')).toBe(
    '["(1,1),(0,0)","(2,2),(1,1)"]',
  )
})

it('encodes an element of many megabytes, with and without escapes', () => {
  for (const [literal, length] of [
    [`{${'a'.repeat(3 * MANY)}}`, 3 * MANY],
    [`{"${'b c'.repeat(MANY)}"}`, 3 * MANY],
    [`{"${String.raw`\"`.repeat(MANY)}"}`, MANY],
    [`{"${'\\\\'.repeat(MANY)}"}`, MANY],
  ] as const) {
    const [element] = JSON.parse(texts(literal)) as string[]
    expect(element?.length).toBe(length)
  }
})

import { jsonInteger, jsonString } from '../../src/dialect/json-text'
import { arrayEncoder } from './array-literal'

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
    [`{${'a'.repeat(9e6)}}`, 9e6],
    [`{"${'b c'.repeat(3e6)}"}`, 9e6],
    [`{"${String.raw`\"`.repeat(4e6)}"}`, 4e6],
    [`{"${'\\\\'.repeat(4e6)}"}`, 4e6],
  ] as const) {
    const [element] = JSON.parse(texts(literal)) as string[]
    expect(element?.length).toBe(length)
  }
})

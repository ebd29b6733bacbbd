import {
  jsonBoolean,
  jsonFloat,
  jsonInteger,
  jsonString,
  jsonTime,
  jsonTimestamp,
  jsonVerbatim,
} from '../../src/dialect/json-text'

it('quotes each character as JSON.stringify does', () => {
  const different: number[] = []
  for (let code = 0; code <= 0xffff; code++) {
    const text = `a${String.fromCharCode(code)}b`
    if (jsonString(text) !== JSON.stringify(text)) different.push(code)
  }
  expect(different).toEqual([])
  expect(jsonString('')).toBe('""')
  expect(jsonString('😀')).toBe('"😀"')
})

it.each([
  ['0', '0'],
  ['-5', '-5'],
  ['9007199254740991', '9007199254740991'],
  ['9007199254740992', '"9007199254740992"'],
  ['-9007199254740991', '-9007199254740991'],
  ['-9007199254740992', '"-9007199254740992"'],
  ['18446744073709551615', '"18446744073709551615"'],
])('encodes the integer %s as %s', (digits, json) => {
  expect(jsonInteger(digits)).toBe(json)
})

it.each([
  [0.1, '0.1'],
  [5, '5'],
  [1e21, '1e+21'],
  [-0, '-0'],
  [5e-324, '5e-324'],
  [NaN, '"NaN"'],
  [Infinity, '"Infinity"'],
  [-Infinity, '"-Infinity"'],
])('encodes the float %d as %s', (value, json) => {
  expect(jsonFloat(value)).toBe(json)
})

it.each([
  ['0', 'false'],
  ['1', 'true'],
  ['2', '2'],
  ['-1', '-1'],
])('encodes the boolean %s as %s', (digits, json) => {
  expect(jsonBoolean(digits)).toBe(json)
})

it.each([
  ['2024-02-29 13:05:06', '"2024-02-29T13:05:06"'],
  ['2024-02-29 13:05:06.120000', '"2024-02-29T13:05:06.12"'],
  ['2024-02-29 13:05:00.000', '"2024-02-29T13:05:00"'],
  ['2024-02-29 10:00:00', '"2024-02-29T10:00:00"'],
])('encodes the timestamp %s as %s', (text, json) => {
  expect(jsonTimestamp(text)).toBe(json)
  expect(jsonTimestamp(text, 'Z')).toBe(`${json.slice(0, -1)}Z"`)
})

it('drops trailing zeros of fractions of a second only', () => {
  expect([jsonTime('10:00:00'), jsonTime('10:00:00.500')]).toEqual(['"10:00:00"', '"10:00:00.5"'])
})

it.each([
  ['{ "a" : 1.10 , "b" : [ 1, 2 ] }', '{"a":1.10,"b":[1,2]}'],
  ['{"a b":"x  \\" y  ", "c":"\\\\"}', '{"a b":"x  \\" y  ","c":"\\\\"}'],
  ['12345678901234567890', '12345678901234567890'],
  ['"\\ud800"', '"\\ud800"'],
  ['\n[\t]\r\n', '[]'],
])('keeps the tokens of the JSON %s', (stored, json) => {
  expect(jsonVerbatim(stored)).toBe(json)
})

it('accepts JSON of many megabytes', () => {
  const text = `{"a": "${'\\"x'.repeat(5_000_000)}"}`
  expect(jsonVerbatim(text)).toHaveLength(text.length - 1)
})

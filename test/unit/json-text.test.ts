import {
  jsonBoolean,
  jsonFloat,
  jsonInteger,
  jsonPrintedFloat,
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

it('encodes printed floats in the form that JavaScript prints', () => {
  const numbers = Array.from({ length: 20_000 }, (_, index) => {
    const digits = (index * 7_919 + 1) ** 3
    return (index % 2 === 0 ? 1 : -1) * digits * 10 ** ((index % 40) - 20)
  })
  const texts = numbers.flatMap((number) => [
    String(number),
    number.toPrecision(3),
    number.toPrecision(15),
    number.toPrecision(17),
    number.toFixed(2),
    number.toFixed(8),
  ])
  expect(texts.map(jsonPrintedFloat)).toEqual(
    texts.map((text) => (Number(text) === 0 ? text.replace(/\.0+$/, '') : String(Number(text)))),
  )
})

it.each([
  ['0', '0'],
  ['-0', '-0'],
  ['-0.0', '-0'],
  ['5.', '"5."'],
  ['.5', '".5"'],
  ['00.5', '"00.5"'],
  ['0.000001', '0.000001'],
  ['0.0000001', '1e-7'],
  ['0.0000012', '0.0000012'],
  ['999999999999999', '999999999999999'],
  ['1.50', '1.5'],
  ['NaN', '"NaN"'],
])('encodes the printed float %s as %s', (text, json) => {
  expect(jsonPrintedFloat(text)).toBe(json)
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

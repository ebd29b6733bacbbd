import { readJson } from '../../src/settings/json-setting'

it.each([
  ['{"port": 1,\n}', 'line 2, column 1: invalid JSON'],
  ['{"port": 1} // comment', 'line 1, column 13: invalid JSON'],
  ['', 'line 1, column 1: invalid JSON'],
  ['[1, {"a": [{"b": 1,\n "b": 2}]}]', 'line 2, column 2: [1].a[0].b occurs twice'],
])('finds the first error of %j', (text, flaw) => {
  expect(readJson(text)).toEqual({ flaw })
})

it.each(['{"a": {"b": 1}, "b": {"a": 1}}', '[{"a": 1}, {"a": 1}]', '"text"', '1e3', 'null'])(
  'reads %s as JSON.parse does',
  (text) => {
    expect(readJson(text)).toEqual({ value: JSON.parse(text) as unknown })
  },
)

it('returns a value that is no text', () => {
  const given = { port: 1 }
  expect(readJson(given).value).toBe(given)
})

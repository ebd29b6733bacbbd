import fc from 'fast-check'
import { indented, jsonMembers } from '../../src/viewer/values/json-members'

const texts = (json: string): string[] =>
  jsonMembers(json).map(({ name, text }) => `${name}=${text}`)

it.each([
  ['{}', []],
  [' [ ] ', []],
  ['{"b":1,"2":[3,{}],"a":1.50,"a":null}', ['b=1', '2=[3,{}]', 'a=1.50', 'a=null']],
  ['[true,"a",-1E+2]', ['0=true', '1="a"', '2=-1E+2']],
  ['{"a\\u0022:{}":"]\\\\","":"\\"}"}', ['a":{}="]\\\\"', '="\\"}"']],
  [' { "a" : [ 1 , 2 ] ,\n"b" :\t"x" } ', ['a=[ 1 , 2 ]', 'b="x"']],
])('splits %j', (json, members) => {
  expect(texts(json)).toEqual(members)
})

it('splits every list and object as JSON.parse does', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 1), (value, space) => {
      if (typeof value !== 'object' || value === null) return
      const entries = Object.entries(value).map(([name, item]) => `${name}=${JSON.stringify(item)}`)
      const found = jsonMembers(JSON.stringify(value, null, space))
      expect(found.map(({ name, text }) => `${name}=${JSON.stringify(JSON.parse(text))}`)).toEqual(
        entries,
      )
    }),
  )
})

it('indents every JSON as JSON.stringify does', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(0, 3), (json, space) => {
      const value: unknown = JSON.parse(json)
      expect(indented(JSON.stringify(value, null, space))).toBe(JSON.stringify(value, null, 2))
    }),
  )
})

it('indents repeated names and every digit', () => {
  expect(indented('{"b":1.50,"2":{},"b":"{\\""}')).toBe(
    '{\n  "b": 1.50,\n  "2": {},\n  "b": "{\\""\n}',
  )
})

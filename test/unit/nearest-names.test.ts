import { nearestNames } from '../../src/dialect/nearest-names'

const NAMES = ['id', 'name', 'email', 'customer_id', 'created_at', 'Names']

it.each([
  ['nmae', ['name']],
  ['NAME', ['name', 'Names']],
  ['customerid', ['customer_id']],
  ['create_at', ['created_at']],
  ['ix', ['id']],
  ['telephone', []],
  ['', []],
])('suggests for %j: %j', (misspelt, names) => {
  expect(nearestNames(misspelt, NAMES)).toEqual(names)
})

it('suggests three names at most, the most similar first', () => {
  expect(nearestNames('abcdef', ['abXXef', 'abcdeX', 'abcdXX', 'abcdef', 'aXcdef'])).toEqual([
    'abcdef',
    'abcdeX',
    'aXcdef',
  ])
})

it('suggests names with a third of their letters more or less, and no others', () => {
  expect(nearestNames('abcdef', ['abcd', 'abc', 'abcdefgh', 'abcdefghi'])).toEqual([
    'abcd',
    'abcdefgh',
  ])
})

it('compares no names of more than 200 characters', () => {
  const name = 'a'.repeat(199)
  expect(nearestNames('a'.repeat(200), [name])).toEqual([name])
  expect(nearestNames('a'.repeat(201), [name])).toEqual([])
})

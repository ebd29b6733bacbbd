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

import { numberOf } from '../../src/viewer/values/number-of'

it.each([
  ['0', 0],
  ['-12.50', -12.5],
  ['1e3', 1000],
  ['2.5E-3', 0.0025],
  ['-Infinity', -Infinity],
])('reads the number %s', (text, number) => {
  expect(numberOf(text)).toBe(number)
})

it.each(['', ' ', '0x10', '1_000', ' 1', '1 ', '+1', '.5', '1.', 'NaN', '$1.00'])(
  'reads no number from %j',
  (text) => {
    expect(numberOf(text)).toBeNaN()
  },
)

import { compareDecimals, decimalFigures, decimalOf } from '../../src/viewer/values/decimal-figures'

it.each([
  ['12.50', '12.50'],
  ['-0.5', '-0.5'],
  ['1e3', '1000'],
  ['1.25e1', '12.5'],
  ['1.25E+3', '1250'],
  ['12.5e-3', '0.0125'],
  ['-5e-7', '-0.0000005'],
  ['1e401', undefined],
  ['', undefined],
  ['infinity', undefined],
  ['0x10', undefined],
])('reads %s as %s', (text, decimal) => {
  expect(decimalOf(text)).toBe(decimal)
})

it('adds more numbers than a function takes as arguments', () => {
  const numbers = Array.from({ length: 200_000 }, () => '1.5')
  expect(decimalFigures(numbers)).toMatchObject({ sum: '300000', average: '1.5' })
})

it('adds numbers of any length and averages them', () => {
  expect(decimalFigures(['9007199254740993', '9007199254740993'])).toMatchObject({
    sum: '18014398509481986',
    average: '9007199254740993',
  })
  expect(decimalFigures(['1', '0', '0']).average).toBe('0.33333333')
  expect(decimalFigures(['-1', '-1', '0']).average).toBe('-0.66666667')
  expect(decimalFigures(['0.1', '0.2'])).toEqual({
    ...{ sum: '0.3', average: '0.15', smallest: '0.1', largest: '0.2' },
  })
})

it('compares numbers that are equal as doubles', () => {
  const sorted = ['1234567890123456800', '1234567890123456789'].sort(compareDecimals)
  expect(sorted).toEqual(['1234567890123456789', '1234567890123456800'])
  expect(compareDecimals('1.0', '1')).toBe(0)
})

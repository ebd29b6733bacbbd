import { readFileSync } from 'node:fs'
import path from 'node:path'

const tokens = readFileSync(path.join(__dirname, '../../src/viewer/styles/tokens.css'), 'utf8')

function colour(name: string, theme: 'light' | 'dark'): string {
  const [, light = '', dark = ''] =
    new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(tokens) ?? []
  return theme === 'light' ? light : dark
}

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it.each([
    ['field-line', 'raised'],
    ['field-line', 'ground'],
    ['field-line', 'side'],
    ['accent-line', 'ground'],
    ['accent-line', 'accent-ground'],
    ['mark-line', 'ground'],
    ['mark-line', 'mark'],
  ])('%s can be seen on %s', (line, ground) => {
    expect(contrast(colour(line, theme), colour(ground, theme))).toBeGreaterThanOrEqual(3)
  })
})

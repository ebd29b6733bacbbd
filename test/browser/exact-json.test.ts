/**
 * The JSON parser of the viewer, in the browser: its results, and its time beside that of JSON.parse.
 *
 * @alone It measures time.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { transformSync } from '@swc/core'
import type { Browser, Page } from 'playwright-core'
import { BROWSER_START, openBrowser } from '../support/browser'
import { effort } from '../support/effort'
import { testsThatNeed } from '../support/left-out'

const { afterAll, beforeAll, it } = testsThatNeed('chromium')

let browser: Browser
let page: Page

beforeAll(async () => {
  const file = path.join(__dirname, '../../src/viewer/api/exact-json.ts')
  const { code } = transformSync(readFileSync(file, 'utf8'), {
    module: { type: 'commonjs' },
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
  })
  browser = await openBrowser({ optimizesCode: true })
  page = await browser.newPage()
  await page.evaluate(`exports = {}; ${code}`)
}, BROWSER_START)
afterAll(() => browser.close())

/** The text that the parsed value becomes. */
const again = (text: string): Promise<string> =>
  page.evaluate(`JSON.stringify(exports.parseExactly(${JSON.stringify(text)}))`)

it.each([
  '[9007199254740993]',
  '{"a":-123456789012345678901234567890.5}',
  '[0.14285714285714285,1e+300,0.1]',
  '[1,9007199254740993,2]',
  '[1e400]',
  '[1e-400]',
  '{"a":-0}',
  '[0,-0,0.5,-0.5]',
  '["12, 9007199254740993",", 1e400"]',
  '[[9007199254740993]]',
  '{"a":{"b":[1234567890.0987654321]}}',
])('keeps each digit of %s', async (text) => {
  expect(await again(text)).toBe(text)
})

it('keeps digits behind blanks', async () => {
  expect(await again('[ 1,\n  9007199254740993 ]')).toBe('[1,9007199254740993]')
})

const ROWS = effort(5_000, 20_000)
const TURNS = effort(20, 40)

/** Rows whose cells are `cell`, an expression of the number `i`. */
const pageOf = (
  cell: string,
): string => `JSON.stringify(Array.from({ length: ${ROWS} }, (_, i) => ({
    id: i, name: 'name of row ' + i, value: ${cell}, time: '2024-03-25T05:51:14.128124Z' })))`

/** Times the parser takes as long as JSON.parse, by the fastest of several turns, which others delay least. */
const ratioFor = (cell: string): Promise<number> =>
  page.evaluate(`(() => {
    const text = ${pageOf(cell)}
    const least = { ours: Infinity, plain: Infinity }
    const time = (name, parse) => {
      const start = performance.now()
      parse(text)
      least[name] = Math.min(least[name], performance.now() - start)
    }
    for (let turn = 0; turn < ${TURNS}; turn++) {
      time('plain', JSON.parse)
      time('ours', exports.parseExactly)
    }
    return least.ours / least.plain
  })()`)

it.each([
  ['whole numbers', 'i', 4],
  ['decimals', 'i * 0.25', 4],
  // The parser must check each of these numbers.
  ['binary fractions of 17 digits', 'i / 7', 7],
])('takes little longer than JSON.parse for %s', async (name, cell, most) => {
  const ratio = await ratioFor(cell)
  process.stderr.write(`exact JSON: ${ratio.toFixed(1)} times JSON.parse for ${name}\n`)
  expect(ratio).toBeLessThan(most)
})

it('takes more than 4 times as long as JSON.parse if one number has too many digits for a double', async () => {
  const ratio = await ratioFor('i === 9 ? JSON.rawJSON("9007199254740993") : i')
  process.stderr.write(`exact JSON: ${ratio.toFixed(1)} times JSON.parse if one number is long\n`)
  expect(ratio).toBeGreaterThan(4)
})

import { fileFormat, fileText, type FormatName } from '../../src/viewer/export/file-formats'

const textOf = (format: FormatName, row: Record<string, string | number | null>): string =>
  fileText(fileFormat({ format, hasMark: false, nullText: '' }), [row], Object.keys(row).reverse())

it('writes the keys of JSON in the order of the columns, also those that are numbers', () => {
  const row = { 2: 'b', 10: null, a: 1 }
  const line = '{"a":1,"10":null,"2":"b"}'
  expect(textOf('NDJSON', row)).toBe(`${line}\n`)
  expect(textOf('JSON', row)).toBe(`[\n${line}\n]\n`)
})

it.each([
  ['<script>', '\\<script\\>'],
  ['a & b &amp; &#60;', 'a & b \\&amp; \\&#60;'],
  ['*a* `b` [c](d) ~~e~~', '\\*a\\* \\`b\\` \\[c\\](d) \\~\\~e\\~\\~'],
  ['first_name _a_', 'first_name \\_a\\_'],
  ['a|b\\\r\nc', 'a\\|b\\\\<br>c'],
])('writes %j as Markdown that shows the same', (text, written) => {
  expect(textOf('Markdown', { t: text })).toBe(`| t |\n| --- |\n| ${written} |\n`)
})

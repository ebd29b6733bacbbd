import type { QueryResult } from '../../src/client'
import { parseResponse } from '../../src/viewer/api/exact-response'
import { fileFormat, fileText } from '../../src/viewer/export/file-formats'
import { rowChanges } from '../../src/viewer/follow/row-changes'
import { withSharedRows } from '../../src/viewer/follow/shared-rows'
import { fullText } from '../../src/viewer/values/value-text'

const DOCUMENT = '{"b":1,"2":[3],"a":1.50,"a":"\\u00e9"}'

const resultOf = (...documents: readonly string[]): QueryResult => {
  const rows = documents.map((document, index) => `{"id":${index},"document":${document}}`)
  const pagination = '{"page":1,"limit":10,"total":2,"totalPages":1}'
  const text = `{"data":[${rows.join()}],"columns":["id","document"],"pagination":${pagination}}`
  return parseResponse(text) as QueryResult
}

it.each([DOCUMENT, `[${DOCUMENT}]`, '{"a":1,"b":[]}', '{ "a" : 1 }', '[]', '1', 'null'])(
  'keeps the text of %s in a cell, and in a file',
  (document) => {
    const { data } = resultOf('{"c":0}', document)
    const text = document === 'null' ? '' : document
    expect(data.map((row) => fullText(row['document']))).toEqual(['{"c":0}', text])
    const format = fileFormat({ format: 'NDJSON', hasMark: false, nullText: '' })
    expect(fileText(format, data, ['document'])).toBe(
      `{"document":{"c":0}}\n{"document":${document}}\n`,
    )
  },
)

it('parses other responses as JSON.parse does', () => {
  for (const text of ['["a"]', '"a"', 'null', '{"data":5}', '{"data":[[{"a":1,"a":2}],1]}']) {
    expect(parseResponse(text)).toEqual(JSON.parse(text))
  }
})

it('knows a row by the text of its document', () => {
  const before = resultOf('{"c":0}', DOCUMENT)
  expect(withSharedRows(before, resultOf('{"c":0}', DOCUMENT))).toBe(before)
  const after = withSharedRows(before, resultOf('{"c":0}', DOCUMENT.replace('"a":1.50,', '')))
  expect(after.data[0]).toBe(before.data[0])
  expect([...rowChanges(before.data, after.data).marks]).toEqual([
    [after.data[1], new Set(['document'])],
  ])
})

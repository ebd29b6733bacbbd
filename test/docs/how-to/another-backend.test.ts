/** docs/how-to/another-backend.md quotes the implementation; another-backend.stress.ts runs it. */
import { readFileSync } from 'node:fs'
import { PYTHON_SOURCE } from '../../conformance/implementations'
import { codeBlocks } from '../../support/document-code'

it('quotes the implementation', () => {
  const source = readFileSync(PYTHON_SOURCE, 'utf8')
  const quotes = codeBlocks('docs/how-to/another-backend.md', 'python')
  expect(quotes.length).toBeGreaterThan(5)
  for (const quote of quotes) expect(source).toContain(quote)
})

/** Compares docs/explanation/benchmarks.md and its picture with the figures of the benchmark. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { documentFiles } from '../../scripts/bench/document/write-document'

it.each(Object.entries(documentFiles()))(
  'docs/%s is up to date: `npm run docs:benchmarks` writes it',
  (file, text) => {
    expect(readFileSync(path.join(__dirname, '../../docs', file), 'utf8')).toBe(text)
  },
)

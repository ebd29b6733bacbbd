/** Tags in the first comment of a test file; `test-runner.ts` says what they mean. */
import { readFileSync } from 'node:fs'

export function hasTag(file: string, tag: 'alone' | 'long' | 'quiet'): boolean {
  const [comment = ''] = /^\/\*\*.*?\*\//s.exec(readFileSync(file, 'utf8')) ?? []
  return new RegExp(`@${tag}\\b`).test(comment)
}

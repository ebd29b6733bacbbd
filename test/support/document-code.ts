/** Reads code and configuration from a document, so that tests run the documented examples. */
import { readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(__dirname, '../..')

/** The fenced blocks of a language, in order. @param document path relative to the root */
export function codeBlocks(document: string, language: string): string[] {
  const text = readFileSync(path.join(root, document), 'utf8')
  const fenced = [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
  return fenced.flatMap(([, name, code = '']) => (name === language ? [code] : []))
}

/** The only block of a language. @throws Error if there is none or more than one */
export function codeBlock(document: string, language: string): string {
  const [code, ...more] = codeBlocks(document, language)
  if (code === undefined || more.length > 0) {
    throw new Error(`${document} must have exactly one block of ${language}`)
  }
  return code
}

/** Replaces addresses, paths or names in the code. @throws Error if the code does not contain one */
export function substituted(code: string, changes: Readonly<Record<string, string>>): string {
  return Object.entries(changes).reduce((text, [written, used]) => {
    if (!text.includes(written)) throw new Error(`the code does not have ${written}:\n${text}`)
    return text.replaceAll(written, used)
  }, code)
}

/** Code and configuration as they are written in a document, so that the document is what is tested. */
import { readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(__dirname, '../..')

/** The fenced blocks of a language, in their order; `document` is a path from the top. */
export function codeBlocks(document: string, language: string): string[] {
  const text = readFileSync(path.join(root, document), 'utf8')
  const fenced = [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
  return fenced.flatMap(([, name, code = '']) => (name === language ? [code] : []))
}

/** The only block of a language. */
export function codeBlock(document: string, language: string): string {
  const [code, ...more] = codeBlocks(document, language)
  if (code === undefined || more.length > 0) {
    throw new Error(`${document} must have one block of ${language}`)
  }
  return code
}

/** The code with other addresses, paths or names than in the document, which must be there. */
export function substituted(code: string, changes: Readonly<Record<string, string>>): string {
  return Object.entries(changes).reduce((text, [written, used]) => {
    if (!text.includes(written)) throw new Error(`the code does not have ${written}:\n${text}`)
    return text.replaceAll(written, used)
  }, code)
}

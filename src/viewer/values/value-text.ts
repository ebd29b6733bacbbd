/** The exact text of a value, for files and the clipboard. */
import type { JsonValue } from '../../client'
import { jsonText } from './json-text'

/** Empty for NULL. */
export function fullText(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? jsonText(value) : String(value)
}

/** Whether the API can have written bytes so; a binary column of SQLite can also hold texts. */
export function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z\d+/]*={0,2}$/.test(text)
}

/** Number of bytes that a base64 text encodes. */
export function bytesIn(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : Number(base64.endsWith('='))
  return (base64.length / 4) * 3 - padding
}

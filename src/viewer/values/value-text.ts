/** The exact text of a value, for files and the clipboard. */
import type { JsonValue } from '../../client'

/** Empty for NULL. */
export function fullText(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Number of bytes that a base64 text encodes. */
export function bytesIn(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : Number(base64.endsWith('='))
  return (base64.length / 4) * 3 - padding
}

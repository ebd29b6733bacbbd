/** Formats values as text for a cell, a file or the clipboard. */
import type { JsonValue } from '../../client'
import type { ColumnKind } from './column-kind'

/** Maximum characters in a cell. */
const MAX_LENGTH = 300

/** One line, shortened. */
export function cellText(value: JsonValue | undefined, kind: ColumnKind): string {
  if (value === undefined || value === null) return ''
  if (kind === 'binary' && typeof value === 'string') return sizeText(bytesIn(value))
  const text = fullText(value)
  return text.slice(0, MAX_LENGTH).replaceAll(/\r\n|[\r\n]/g, ' ↵ ')
}

/** The complete text. */
export function fullText(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Number of bytes that a base64 text encodes. */
export function bytesIn(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : Number(base64.endsWith('='))
  return (base64.length / 4) * 3 - padding
}

export function sizeText(bytes: number): string {
  if (bytes === 1) return '1 byte'
  if (bytes < 1000) return `${bytes} bytes`
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** The exact JSON text of a value, which can differ from that of its parsed form. */
import type { JsonValue } from '../../client'

/** The exact texts of lists and objects whose parsed form has another text. */
const texts = new WeakMap<object, string>()

/** @param text the value in the response */
export function keepJsonText(value: object, text: string): void {
  if (JSON.stringify(value) !== text) texts.set(value, text)
}

export function jsonText(value: JsonValue): string {
  const kept = typeof value === 'object' && value !== null ? texts.get(value) : undefined
  return kept ?? JSON.stringify(value)
}

/** A JSON value as a tree that opens and closes. */
import type { ReactNode } from 'react'
import type { JsonValue } from '../../client'
import { t } from '../texts/texts'

/** Number of levels that are open at first, and maximum number of entries that are shown of a list or object. */
const OPEN_LEVELS = 2
const MAX_ENTRIES = 200

export interface JsonTreeProps {
  readonly value: JsonValue
  readonly level?: number
}

export function JsonTree({ value, level = 0 }: JsonTreeProps): ReactNode {
  const text = JSON.stringify(value)
  // Exact numbers are objects whose JSON is a number.
  if (!/^[[{]/.test(text)) return <code className="json-leaf">{text}</code>
  const isList = Array.isArray(value)
  const entries = Object.entries(value as object) as [string, JsonValue][]
  if (entries.length === 0) return <code className="json-leaf">{text}</code>
  return (
    <details className="json" open={level < OPEN_LEVELS}>
      <summary>
        <span className="hint">{isList ? t.listOf(entries.length) : t.fields(entries.length)}</span>
      </summary>
      <ul>
        {entries.slice(0, MAX_ENTRIES).map(([key, item]) => (
          <li key={key}>
            <span className="json-key">{key}</span> <JsonTree value={item} level={level + 1} />
          </li>
        ))}
        {entries.length > MAX_ENTRIES && (
          <li className="hint">{t.more(entries.length - MAX_ENTRIES)}</li>
        )}
      </ul>
    </details>
  )
}

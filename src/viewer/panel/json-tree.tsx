/** A JSON value as a tree that opens and closes. */
import { useState, type ReactNode } from 'react'
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
  const [isOpen, setOpen] = useState(level < OPEN_LEVELS)
  const entries = isBranch(value) ? Object.entries(value) : []
  if (entries.length === 0) return <code className="json-leaf">{JSON.stringify(value)}</code>
  const isList = Array.isArray(value)
  return (
    <details
      className="json"
      open={isOpen}
      onToggle={(event) => {
        setOpen(event.currentTarget.open)
      }}
    >
      <summary>
        <span className="hint">{isList ? t.listOf(entries.length) : t.fields(entries.length)}</span>
      </summary>
      {/* Thousands of levels would take seconds. */}
      {isOpen && (
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
      )}
    </details>
  )
}

/** A list or an object. Exact numbers are objects too, without a prototype. */
function isBranch(value: JsonValue): value is JsonValue[] | Record<string, JsonValue> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) !== null
}

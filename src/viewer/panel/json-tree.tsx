/** A JSON value as a tree that opens and closes. */
import { useMemo, useState, type ReactNode } from 'react'
import { t } from '../texts/texts'
import { isListOrObject, jsonMembers, stringOf } from '../values/json-members'

/** Number of levels that are open at first, and maximum number of entries that are shown of a list or object. */
const OPEN_LEVELS = 2
const MAX_ENTRIES = 200

interface JsonTreeProps {
  /** The text of the value. */
  readonly json: string
  readonly level?: number
}

export function JsonTree({ json, level = 0 }: JsonTreeProps): ReactNode {
  const [isOpen, setOpen] = useState(level < OPEN_LEVELS)
  const members = useMemo(() => (isListOrObject(json) ? jsonMembers(json) : []), [json])
  if (members.length === 0) return <code className="json-leaf">{leafText(json)}</code>
  const isList = json.trimStart().startsWith('[')
  return (
    <details
      className="json"
      open={isOpen}
      onToggle={(event) => {
        setOpen(event.currentTarget.open)
      }}
    >
      <summary>
        <span className="hint">{isList ? t.listOf(members.length) : t.fields(members.length)}</span>
      </summary>
      {/* Thousands of levels would take seconds. */}
      {isOpen && (
        <ul>
          {/* A name can be repeated. */}
          {members.slice(0, MAX_ENTRIES).map(({ name, text }, index) => (
            <li key={index}>
              <span className="json-key">{name}</span> <JsonTree json={text} level={level + 1} />
            </li>
          ))}
          {members.length > MAX_ENTRIES && (
            <li className="hint">{t.more(members.length - MAX_ENTRIES)}</li>
          )}
        </ul>
      )}
    </details>
  )
}

/** Without the escapes that a text does not need, so that people can read it. */
function leafText(json: string): string {
  return json.startsWith('"') ? JSON.stringify(stringOf(json)) : json.replaceAll(/\s/g, '')
}

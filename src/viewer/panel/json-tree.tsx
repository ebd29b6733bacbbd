/** A JSON value as a tree that opens and closes. */
import { useMemo, useState, type ReactNode } from 'react'
import { count } from '../texts/locale'
import { t } from '../texts/texts'
import { isListOrObject, jsonMembers, stringOf } from '../values/json-members'

/** Number of levels that are open at first, and maximum number of entries that are shown of a list or object. */
const OPEN_LEVELS = 2
const MAX_ENTRIES = 200

/** Maximum characters of a text or a number that are shown. */
const MAX_LEAF = 10_000

interface JsonTreeProps {
  /** The text of the value. */
  readonly json: string
  /** The name of the member, or the position of the item, whose value it is; undefined for the whole. */
  readonly name?: string
  readonly level?: number
}

export function JsonTree({ json, name, level = 0 }: JsonTreeProps): ReactNode {
  const [isOpen, setOpen] = useState(level < OPEN_LEVELS)
  const members = useMemo(() => (isListOrObject(json) ? jsonMembers(json) : []), [json])
  const key = name !== undefined && (
    <>
      <span className="json-key">{name}</span>{' '}
    </>
  )
  if (members.length === 0) {
    return (
      <>
        {key}
        <code className="json-leaf">{leafText(json)}</code>
        {json.length > MAX_LEAF && <span className="hint"> {t.cutText(count(json.length))}</span>}
      </>
    )
  }
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
        {key}
        <span className="hint">{isList ? t.listOf(members.length) : t.fields(members.length)}</span>
      </summary>
      {/* Thousands of levels would take seconds. */}
      {isOpen && (
        <ul>
          {/* A name can be repeated. */}
          {members.slice(0, MAX_ENTRIES).map((member, index) => (
            <li key={index}>
              <JsonTree json={member.text} name={member.name} level={level + 1} />
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

/** The text without unnecessary escapes, so that people can read it. */
function leafText(json: string): string {
  if (json.length > MAX_LEAF) return `${json.slice(0, MAX_LEAF)}…`
  return json.startsWith('"') ? JSON.stringify(stringOf(json)) : json.replaceAll(/\s/g, '')
}

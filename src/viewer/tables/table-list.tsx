/** The list of tables as links, with a search by name. */
import { useState, type MouseEvent, type ReactNode } from 'react'
import { go } from '../view/use-view'
import { viewOfTable, viewText } from '../view/view'

export interface TableListProps {
  readonly tables: readonly string[]
  readonly chosen: string
  readonly onChoose: () => void
}

/** Maximum number of listed tables, because thousands of links are slow. */
const MAX_TABLES = 500

export function TableList({ tables, chosen, onChoose }: TableListProps): ReactNode {
  const [text, setText] = useState('')
  const matches = tables.filter((name) => name.toLowerCase().includes(text.trim().toLowerCase()))
  const choose = (event: MouseEvent, table: string): void => {
    // The browser handles clicks that open a new tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    go(viewOfTable(table))
    onChoose()
  }
  return (
    <nav className="tables" aria-label="Tables">
      <input
        type="search"
        aria-label="Find a table"
        placeholder="Find a table"
        value={text}
        onChange={({ target }) => {
          setText(target.value)
        }}
        onKeyDown={({ key, nativeEvent }) => {
          const [first] = matches
          // Enter ends the composition of an input method.
          if (key !== 'Enter' || nativeEvent.isComposing || first === undefined) return
          go(viewOfTable(first))
          onChoose()
        }}
      />
      <ul>
        {matches.slice(0, MAX_TABLES).map((name) => (
          <li key={name}>
            <a
              href={viewText(viewOfTable(name))}
              aria-current={name === chosen ? 'page' : undefined}
              title={name}
              onClick={(event) => {
                choose(event, name)
              }}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
      <p
        role="status"
        className={matches.length > MAX_TABLES || matches.length === 0 ? 'hint' : 'visually-hidden'}
      >
        {statusText(matches.length)}
      </p>
    </nav>
  )
}

function statusText(amount: number): string {
  if (amount === 0) return 'No table matches.'
  if (amount === 1) return '1 table'
  if (amount <= MAX_TABLES) return `${amount} tables`
  return `… and ${(amount - MAX_TABLES).toLocaleString('en')} more: search for them.`
}

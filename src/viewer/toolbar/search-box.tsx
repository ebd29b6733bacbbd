/** Search field, which searches when typing pauses, and the columns to search. */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { ColumnMetadata } from '../../client'
import { isSearchable } from '../grid/column-kind'
import { change } from '../view/use-view'
import type { View } from '../view/view'
import { Popover } from './popover'

/** Milliseconds without a keystroke. */
const PAUSE = 300

export interface SearchBoxProps {
  readonly view: View
  readonly columns: readonly ColumnMetadata[]
}

export function SearchBox({ view, columns }: SearchBoxProps): ReactNode {
  const [text, setText] = useState(view.filter)
  const input = useRef<HTMLInputElement>(null)
  const [searched, setSearched] = useState(view.filter)
  if (searched !== view.filter) {
    // The URL has changed, for example by the back button.
    setSearched(view.filter)
    setText(view.filter)
  }

  const search = (filter: string): void => {
    if (filter === view.filter) return
    setSearched(filter)
    // Pauses within one word add no history entries.
    change({ filter }, view.filter !== '' && filter !== '')
  }
  useEffect(() => {
    const timer = setTimeout(() => {
      search(text)
    }, PAUSE)
    return () => {
      clearTimeout(timer)
    }
  })
  useEffect(() => {
    const focusOnSlash = (event: KeyboardEvent): void => {
      const isTyping = event.target instanceof Element && event.target.matches('input, select')
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      input.current?.focus()
    }
    addEventListener('keydown', focusOnSlash)
    return () => {
      removeEventListener('keydown', focusOnSlash)
    }
  }, [])

  const searchable = columns.filter(({ type }) => isSearchable(type))
  return (
    <form
      role="search"
      className="search"
      onSubmit={(event) => {
        event.preventDefault()
        search(text)
      }}
    >
      <input
        ref={input}
        type="search"
        aria-label={`Search in ${view.table}`}
        placeholder="Search rows  ( / )"
        value={text}
        onChange={({ target }) => {
          setText(target.value)
        }}
      />
      {searchable.length > 1 && (
        <Popover label={scopeText(view.filterColumns)} title="Columns to search">
          <fieldset className="choices">
            <legend>Search in</legend>
            <label>
              <input
                type="checkbox"
                checked={view.filterColumns.length === 0}
                onChange={() => {
                  change({ filterColumns: [] })
                }}
              />
              all text columns
            </label>
            {searchable.map(({ name }) => (
              <label key={name}>
                <input
                  type="checkbox"
                  checked={view.filterColumns.includes(name)}
                  onChange={({ target }) => {
                    const others = view.filterColumns.filter((column) => column !== name)
                    change({ filterColumns: target.checked ? [...others, name] : others })
                  }}
                />
                {name}
              </label>
            ))}
          </fieldset>
        </Popover>
      )}
    </form>
  )
}

function scopeText([first, ...more]: readonly string[]): string {
  if (first === undefined) return 'in all columns'
  return more.length === 0 ? `in ${first}` : `in ${more.length + 1} columns`
}

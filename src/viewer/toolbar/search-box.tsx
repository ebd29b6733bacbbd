/** The search field, which searches when typing pauses, and the columns to search. */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { ColumnMetadata } from '../../client'
import { isSearchable } from '../grid/column-kind'
import { t } from '../texts/texts'
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
  const { filter } = view
  const [text, setText] = useState(filter)
  const [isComposing, setComposing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const [searched, setSearched] = useState(filter)
  if (searched !== filter) {
    // The URL has changed, for example by the back button.
    setSearched(filter)
    setText(filter)
  }

  const search = (wanted: string): void => {
    if (wanted === filter) return
    setSearched(wanted)
    // Pauses within one word add no history entries.
    change({ filter: wanted }, filter !== '' && wanted !== '')
  }
  useEffect(() => {
    // The text of an input method is not complete while it is composed.
    if (isComposing || text === filter) return undefined
    const timer = setTimeout(() => {
      setSearched(text)
      change({ filter: text }, filter !== '' && text !== '')
    }, PAUSE)
    return () => {
      clearTimeout(timer)
    }
  }, [text, isComposing, filter])
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
        onCompositionStart={() => {
          setComposing(true)
        }}
        onCompositionEnd={() => {
          setComposing(false)
        }}
      />
      {text !== '' && (
        <button
          type="button"
          className="quiet"
          aria-label={t.clearSearch}
          title={t.clearSearch}
          onClick={() => {
            setText('')
            search('')
            input.current?.focus()
          }}
        >
          <span aria-hidden="true">×</span>
        </button>
      )}
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

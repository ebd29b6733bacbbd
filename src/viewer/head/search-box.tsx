/** The search field and the choice of columns to search. It searches when the user pauses typing. */
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import type { ColumnMetadata } from '../../client'
import { Icon } from '../frame/icon'
import { IconButton } from '../frame/icon-button'
import { singleKeys } from '../frame/single-keys'
import { useShortcuts } from '../frame/shortcuts'
import { Popover } from '../menu/popover'
import { t } from '../texts/texts'
import { change } from '../view/use-view'
import type { View } from '../view/view'
import { isSearchable } from '../values/column-kind'
import { SearchScope } from './search-scope'

/** Milliseconds without a keystroke until the search starts. */
const PAUSE = 300

/** Characters. tablequery searches for no longer text, and the address of the page has to stay short as well. */
const MAX_LENGTH = 1000

interface SearchBoxProps {
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
    // A changed search replaces the history entry of the search before it.
    change({ filter: wanted }, filter !== '' && wanted !== '')
  }
  useEffect(() => {
    // While an input method composes a character, the text is incomplete.
    if (isComposing || text === filter) return undefined
    const timer = setTimeout(() => {
      setSearched(text)
      change({ filter: text }, filter !== '' && text !== '')
    }, PAUSE)
    return () => {
      clearTimeout(timer)
    }
  }, [text, isComposing, filter])
  useShortcuts(
    useMemo(
      () => ({
        '/': () => {
          input.current?.focus()
          input.current?.select()
        },
      }),
      [],
    ),
  )

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
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        aria-label={t.searchIn(view.table)}
        placeholder={t.searchRows}
        aria-keyshortcuts={singleKeys.use() ? '/' : undefined}
        maxLength={MAX_LENGTH}
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
        <IconButton
          icon="close"
          label={t.clearSearch}
          onClick={() => {
            setText('')
            search('')
            input.current?.focus()
          }}
        />
      )}
      {searchable.length > 1 && (
        <Popover label={scopeText(view.filterColumns)} title={t.columnsToSearch} className="scope">
          <SearchScope chosen={view.filterColumns} names={searchable.map(({ name }) => name)} />
        </Popover>
      )}
    </form>
  )
}

function scopeText([first, ...more]: readonly string[]): string {
  if (first === undefined) return t.inAllColumns
  return more.length === 0 ? t.inColumn(first) : t.inColumns(more.length + 1)
}

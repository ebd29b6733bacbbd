/** Selects and orders columns with checkboxes, buttons, or drag and drop. */
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import type { ColumnMetadata } from '../../client'
import { Popover } from '../menu/popover'
import { fuzzyMatches } from '../tables/fuzzy'
import { t } from '../texts/texts'
import { shownColumns } from '../view/column-choice'
import type { View } from '../view/view'
import { ColumnItem } from './column-item'
import { useChoice } from './use-choice'
import { Name } from '../values/name'

/** Tables with more columns have a search field in the list. */
const MANY = 12

interface ColumnChooserProps {
  readonly view: View
  readonly columns: readonly ColumnMetadata[]
}

export function ColumnChooser({ view, columns }: ColumnChooserProps): ReactNode {
  // Memoized, because new lists would restart the pause of `useChoice`.
  const all = useMemo(() => columns.map(({ name }) => name), [columns])
  const shown = useMemo(() => shownColumns(view, all), [view, all])
  const label = shown.length < all.length ? t.someColumns(shown.length, all.length) : t.columns
  return (
    <Popover label={label} title={t.columnsToShow} icon="columns" className="quiet">
      <ColumnList all={all} applied={shown} view={view} />
    </Popover>
  )
}

interface ColumnListProps {
  readonly all: readonly string[]
  readonly applied: readonly string[]
  readonly view: View
}

function ColumnList({ all, applied, view }: ColumnListProps): ReactNode {
  const [text, setText] = useState('')
  const [shown, setShown] = useChoice(applied, all, view)
  const [dragged, setDragged] = useState<string>()
  const hidden = all.filter((name) => !shown.includes(name))
  const matches = new Set(fuzzyMatches(all, text, (name) => name))
  const list = useRef<HTMLUListElement>(null)
  const toggled = useRef<string>(undefined)
  const toggle = (name: string): void => {
    toggled.current = name
    setShown(shown.includes(name) ? shown.filter((other) => other !== name) : [...shown, name])
  }
  useEffect(() => {
    // Showing or hiding a column moves its checkbox, which is then a new element.
    for (const item of list.current?.children ?? [])
      if (item.getAttribute('data-column-name') === toggled.current)
        item.querySelector('input')?.focus()
    toggled.current = undefined
  }, [shown])
  const move = (name: string, to: number): void => {
    const others = shown.filter((other) => other !== name)
    setShown([...others.slice(0, to), name, ...others.slice(to)])
  }
  return (
    <div className="column-list">
      {all.length > MANY && (
        <input
          type="search"
          aria-label={t.findColumn}
          placeholder={t.findColumn}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
          }}
        />
      )}
      <ul ref={list}>
        {shown.map(
          (name, place) =>
            matches.has(name) && (
              <ColumnItem
                key={name}
                name={name}
                place={place}
                places={shown.length}
                onHide={() => {
                  toggle(name)
                }}
                onMove={move}
                onDrag={setDragged}
                onDrop={() => {
                  if (dragged !== undefined) move(dragged, place)
                }}
              />
            ),
        )}
        {hidden.map(
          (name) =>
            matches.has(name) && (
              <li key={name} data-column-name={name}>
                <label>
                  <input
                    type="checkbox"
                    checked={false}
                    onChange={() => {
                      toggle(name)
                    }}
                  />
                  <Name name={name} className="clipped" />
                </label>
              </li>
            ),
        )}
      </ul>
      {shown.length === 0 && <p className="hint">{t.chooseColumn}</p>}
      <div className="buttons">
        <button
          type="button"
          onClick={() => {
            setShown(all)
          }}
        >
          {t.allInTableOrder}
        </button>
        <button
          type="button"
          onClick={() => {
            setShown([])
          }}
        >
          {t.none}
        </button>
      </div>
    </div>
  )
}

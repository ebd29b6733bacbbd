/** Selects and orders columns with checkboxes, buttons, or drag and drop. */
import { useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import type { ColumnMetadata } from '../../client'
import { change } from '../view/use-view'
import type { View } from '../view/view'
import { Popover } from './popover'

/** Number of columns from which a search is shown. */
const MANY = 12

export interface ColumnChooserProps {
  readonly view: View
  readonly columns: readonly ColumnMetadata[]
}

export function ColumnChooser({ view, columns }: ColumnChooserProps): ReactNode {
  const all = columns.map(({ name }) => name)
  const shown = view.columns.length > 0 ? view.columns : all
  const label = shown.length < all.length ? `Columns ${shown.length}/${all.length}` : 'Columns'
  return (
    <Popover label={label} title="Columns to show">
      <ColumnList all={all} shown={shown} />
    </Popover>
  )
}

interface ColumnListProps {
  readonly all: readonly string[]
  readonly shown: readonly string[]
}

function ColumnList({ all, shown }: ColumnListProps): ReactNode {
  const [text, setText] = useState('')
  const [dragged, setDragged] = useState('')
  const hidden = all.filter((name) => !shown.includes(name))
  const isMatch = (name: string): boolean => name.toLowerCase().includes(text.toLowerCase())
  const show = (names: readonly string[]): void => {
    const isUsual = names.length === all.length && names.every((name, i) => name === all[i])
    change({ columns: isUsual ? [] : names }, false)
  }
  const pressed = useRef<HTMLButtonElement>(undefined)
  useEffect(() => {
    // A moved element and a disabled button lose the focus.
    if (pressed.current?.disabled === true)
      pressed.current.closest('li')?.querySelector('input')?.focus()
    else pressed.current?.focus()
    pressed.current = undefined
  }, [shown])
  const moveByButton = (
    { currentTarget }: MouseEvent<HTMLButtonElement>,
    name: string,
    to: number,
  ): void => {
    pressed.current = currentTarget
    move(name, to)
  }
  const move = (name: string, to: number): void => {
    const others = shown.filter((other) => other !== name)
    show([...others.slice(0, to), name, ...others.slice(to)])
  }
  return (
    <div className="column-list">
      {all.length > MANY && (
        <input
          type="search"
          aria-label="Find a column"
          placeholder="Find a column"
          value={text}
          onChange={({ target }) => {
            setText(target.value)
          }}
        />
      )}
      <ul>
        {shown.map((name, place) =>
          isMatch(name) ? (
            <li
              key={name}
              draggable
              onDragStart={() => {
                setDragged(name)
              }}
              onDragOver={(event) => {
                event.preventDefault()
              }}
              onDrop={() => {
                if (dragged !== '') move(dragged, place)
              }}
            >
              <label>
                <input
                  type="checkbox"
                  checked
                  disabled={shown.length === 1}
                  onChange={() => {
                    show(shown.filter((other) => other !== name))
                  }}
                />
                <span className="clipped">{name}</span>
              </label>
              <button
                type="button"
                className="quiet"
                aria-label={`Move ${name} to the left`}
                disabled={place === 0}
                onClick={(event) => {
                  moveByButton(event, name, place - 1)
                }}
              >
                ↑
              </button>
              <button
                type="button"
                className="quiet"
                aria-label={`Move ${name} to the right`}
                disabled={place === shown.length - 1}
                onClick={(event) => {
                  moveByButton(event, name, place + 1)
                }}
              >
                ↓
              </button>
            </li>
          ) : null,
        )}
        {hidden.filter(isMatch).map((name) => (
          <li key={name}>
            <label>
              <input
                type="checkbox"
                checked={false}
                onChange={() => {
                  show([...shown, name])
                }}
              />
              <span className="clipped">{name}</span>
            </label>
          </li>
        ))}
      </ul>
      <div className="buttons">
        <button
          type="button"
          onClick={() => {
            show(all)
          }}
        >
          Show all in table order
        </button>
      </div>
    </div>
  )
}

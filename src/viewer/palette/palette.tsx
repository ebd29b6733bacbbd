/** The command palette: finds tables, columns and actions by a few letters. */
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useColumns } from '../api/queries'
import { fuzzyMatches } from '../tables/fuzzy'
import { t } from '../texts/texts'
import { Name } from '../values/name'
import type { View } from '../view/view'
import { commandsOf } from './commands'

interface PaletteProps {
  readonly view: View
  readonly tables: readonly string[] | undefined
  readonly onClose: () => void
}

/** Maximum listed matches. */
const MAX_SHOWN = 50

export default function Palette({ view, tables = [], onClose }: PaletteProps): ReactNode {
  const columns = useColumns(view.table).data ?? []
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const [wanted, setWanted] = useState(0)
  const id = useId()
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  const all = commandsOf(view, tables, columns)
  const found = fuzzyMatches(all, text, ({ label }) => label).slice(0, MAX_SHOWN)
  const active = Math.min(wanted, found.length - 1)
  const run = (index: number): void => {
    dialog.current?.close()
    found[index]?.run()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') setWanted(Math.min(active + 1, found.length - 1))
    else if (event.key === 'ArrowUp') setWanted(Math.max(active - 1, 0))
    else if (event.key === 'Enter') run(active)
    else return
    event.preventDefault()
  }
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label={t.palette}
      onClose={onClose}
      onClick={({ target }) => {
        // A click outside the content has the dialog itself as its target.
        if (target === dialog.current) dialog.current.close()
      }}
    >
      <input
        role="combobox"
        aria-label={t.palette}
        aria-expanded
        aria-controls={id}
        aria-activedescendant={found.length > 0 ? `${id}-${active}` : undefined}
        placeholder={t.paletteHint}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setWanted(0)
        }}
        onKeyDown={onKeyDown}
      />
      <ul id={id} role="listbox" aria-label={t.palette}>
        {found.map(({ key, label, group }, index) => (
          <li
            key={key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            onClick={() => {
              run(index)
            }}
          >
            <Name name={label} className="clipped" />
            <span className="hint">{group}</span>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="hint">{t.nothingFound}</p>}
    </dialog>
  )
}

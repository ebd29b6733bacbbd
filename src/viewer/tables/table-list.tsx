/** The list of tables. It is one Tab stop, and only its visible part is in the document. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { UNIT } from '../display/unit'
import { t } from '../texts/texts'
import { openTable } from '../view/use-view'
import { fuzzyMatches } from './fuzzy'
import { useMarkedTables } from './marked-tables'
import { entriesOf, type TableEntry } from './table-entries'
import { TableLink } from './table-link'

interface TableListProps {
  readonly tables: readonly string[]
  readonly chosen: string
  readonly onChoose: () => void
}

/** Pixels. */
const ENTRY_HEIGHT = 28 * UNIT

export function TableList({ tables, chosen, onChoose }: TableListProps): ReactNode {
  const [text, setText] = useState('')
  const marked = useMarkedTables()
  const matches = fuzzyMatches(tables, text, (name) => name)
  const entries = entriesOf(matches, text === '' ? marked : undefined)
  // The last entry is the one among all tables, so that the arrow keys go to its neighbours there.
  const current = entries.findLastIndex(({ table }) => table === chosen)
  // An entry instead of its index, which changes when a table is opened or pinned.
  const [wanted, setWanted] = useState<TableEntry>()
  const firstTable = entries.findIndex(({ table }) => table !== undefined)
  const wantedNow = entries.findIndex(({ key }) => key === wanted?.key)
  // The entry may have left its group; the table is still among all tables.
  const wantedTable = entries.findLastIndex(
    ({ table }) => table !== undefined && table === wanted?.table,
  )
  const tabStop = [wantedNow, wantedTable, current].find((index) => index >= 0) ?? firstTable

  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ENTRY_HEIGHT,
    overscan: 6,
    rangeExtractor: ({ startIndex, endIndex }) => {
      const visible = Array.from({ length: endIndex - startIndex + 1 }, (_, i) => startIndex + i)
      // The Tab stop must be in the document.
      return tabStop < 0 || visible.includes(tabStop)
        ? visible
        : [...visible, tabStop].sort((a, b) => a - b)
    },
  })
  useEffect(() => {
    if (current >= 0) virtualizer.scrollToIndex(current)
  }, [virtualizer, current])

  const focus = (index: number): void => {
    setWanted(entries[index])
    virtualizer.scrollToIndex(index)
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"] a`)?.focus(),
    )
  }
  /** An entry that is unpinned leaves its group, and the focus goes to its table among all tables. */
  const keepFocus = (entry: TableEntry): void => {
    setWanted(entry)
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>('a[tabindex="0"]')?.focus(),
    )
  }
  const moveBy = (step: number, from: number): void => {
    for (let index = from + step; index >= 0 && index < entries.length; index += step) {
      if (entries[index]?.table !== undefined) {
        focus(index)
        return
      }
    }
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const moves: Record<string, () => void> = {
      ArrowDown: () => {
        moveBy(1, tabStop)
      },
      ArrowUp: () => {
        moveBy(-1, tabStop)
      },
      Home: () => {
        moveBy(1, -1)
      },
      End: () => {
        moveBy(-1, entries.length)
      },
    }
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    move()
  }
  return (
    <nav className="tables" aria-label={t.tables}>
      <input
        type="search"
        aria-label={t.findTable}
        placeholder={t.findTable}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setWanted(undefined)
        }}
        onKeyDown={(event) => {
          const [first] = matches
          if (event.key === 'ArrowDown') {
            event.preventDefault()
            moveBy(1, -1)
          }
          // Enter ends the composition of an input method.
          if (event.key !== 'Enter' || event.nativeEvent.isComposing || first === undefined) return
          openTable(first)
          onChoose()
        }}
      />
      <div className="table-list" ref={scroller} onKeyDown={onKeyDown} tabIndex={-1}>
        <ul style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const entry = entries[index]
            return (
              entry && (
                <TableLink
                  key={entry.key}
                  entry={entry}
                  index={index}
                  top={start}
                  isCurrent={entry.table === chosen}
                  isTabStop={index === tabStop}
                  isPinned={entry.table !== undefined && marked.pinned.includes(entry.table)}
                  onChoose={onChoose}
                  onPin={() => {
                    keepFocus(entry)
                  }}
                />
              )
            )
          })}
        </ul>
      </div>
      {/* If there are no tables, the main part of the page says so. */}
      {tables.length > 0 && (
        <p role="status" className={matches.length === 0 ? 'hint' : 'visually-hidden'}>
          {t.tablesFound(matches.length)}
        </p>
      )}
    </nav>
  )
}

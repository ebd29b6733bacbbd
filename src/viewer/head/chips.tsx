/** Chips for each sort term and for the hidden columns, with buttons to remove them; nothing without any. */
import type { ReactNode } from 'react'
import type { ColumnMetadata } from '../../client'
import { Icon } from '../frame/icon'
import { IconButton } from '../frame/icon-button'
import { t } from '../texts/texts'
import { ALL_COLUMNS, shownColumns } from '../view/column-choice'
import { change } from '../view/use-view'
import type { View } from '../view/view'
import { Name } from '../values/name'

interface ChipsProps {
  readonly view: View
  readonly columns: readonly ColumnMetadata[]
}

export function Chips({ view, columns }: ChipsProps): ReactNode {
  const { sort, page } = view
  const names = columns.map(({ name }) => name)
  const shown = new Set(shownColumns(view, names))
  const hidden = names.filter((name) => !shown.has(name))
  if (sort.length === 0 && hidden.length === 0) return null
  return (
    <ul className="chips" aria-label={t.viewOptions}>
      {sort.map((term) => {
        const isAscending = term.direction === 'asc'
        return (
          <li key={term.column} className="chip">
            <button
              type="button"
              title={t.turnOrder}
              onClick={() => {
                const direction = isAscending ? 'desc' : 'asc'
                change({ sort: sort.map((one) => (one === term ? { ...one, direction } : one)) })
              }}
            >
              <Icon name={isAscending ? 'up' : 'down'} />
              <Name name={term.column} className="clipped" />
              <span className="visually-hidden">{isAscending ? t.ascending : t.descending}</span>
              {hidden.includes(term.column) && <span className="hint">{t.hidden}</span>}
            </button>
            <IconButton
              icon="close"
              label={t.doNotSortBy(term.column)}
              onClick={() => {
                change({ sort: sort.filter((one) => one !== term) })
              }}
            />
          </li>
        )
      })}
      {hidden.length > 0 && (
        <li className="chip">
          <span title={hidden.join(', ')}>{t.hiddenColumns(hidden.length)}</span>
          <IconButton
            icon="close"
            label={t.showAllColumns}
            onClick={() => {
              change({ ...ALL_COLUMNS, page })
            }}
          />
        </li>
      )}
      <li>
        <button
          type="button"
          className="quiet"
          onClick={() => {
            change({ sort: [], ...ALL_COLUMNS })
          }}
        >
          {t.resetView}
        </button>
      </li>
    </ul>
  )
}

import type { ReactNode } from 'react'
import { t } from '../texts/texts'
import { change } from '../view/use-view'
import { Name } from '../values/name'

interface SearchScopeProps {
  /** Names of the columns to search; empty: all. */
  readonly chosen: readonly string[]
  /** Names of all columns that may be searchable. */
  readonly names: readonly string[]
}

/** The choice of the columns to search. */
export function SearchScope({ chosen, names }: SearchScopeProps): ReactNode {
  return (
    <fieldset className="choices">
      <legend>{t.searchInLegend}</legend>
      <label>
        <input
          type="checkbox"
          checked={chosen.length === 0}
          onChange={() => {
            change({ filterColumns: [] })
          }}
        />
        {t.allTextColumns}
      </label>
      {names.map((name) => (
        <label key={name}>
          <input
            type="checkbox"
            checked={chosen.includes(name)}
            onChange={({ target }) => {
              const others = chosen.filter((column) => column !== name)
              change({ filterColumns: target.checked ? [...others, name] : others })
            }}
          />
          <Name name={name} />
        </label>
      ))}
    </fieldset>
  )
}

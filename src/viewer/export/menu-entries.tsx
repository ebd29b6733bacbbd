import type { ReactNode } from 'react'

interface MenuEntriesProps {
  readonly entries: readonly (readonly [label: string, act: () => void])[]
}

export function MenuEntries({ entries }: MenuEntriesProps): ReactNode {
  return (
    <ul className="menu">
      {entries.map(([label, act]) => (
        <li key={label}>
          <button type="button" className="quiet" onClick={act}>
            {label}
          </button>
        </li>
      ))}
    </ul>
  )
}

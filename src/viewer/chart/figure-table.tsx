/** The values of a chart as a table, for example for screen readers. */
import { useState, type ReactNode } from 'react'
import { t } from '../texts/texts'

interface FigureTableProps {
  readonly heads: readonly string[]
  readonly lines: readonly (readonly string[])[]
}

/** Maximum lines: more would be slow to open, and the grid shows them too. */
const MAX_LINES = 500

export function FigureTable({ heads, lines }: FigureTableProps): ReactNode {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className="figure-table"
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open)
      }}
    >
      <summary>{t.asTable}</summary>
      {isOpen && (
        <div tabIndex={0} role="region" aria-label={t.asTable}>
          {lines.length > MAX_LINES && <p className="hint">{t.firstOf(MAX_LINES, lines.length)}</p>}
          <table>
            <thead>
              <tr>
                {heads.map((head, index) => (
                  <th key={index} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {lines.slice(0, MAX_LINES).map((line, index) => (
                <tr key={index}>
                  {line.map((text, place) => (
                    <td key={place}>{text}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  )
}

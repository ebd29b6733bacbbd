/** Says that the user has stopped loading, with a button to load the rows after all. */
import type { ReactNode } from 'react'
import { t } from '../texts/texts'

interface StoppedProps {
  /** Whether it is one line above the grid, instead of a message in its place. */
  readonly isLine: boolean
  /** Whether the grid has rows, which then belong to an earlier view. */
  readonly isOverEarlierRows: boolean
  readonly onLoad: () => void
}

export function Stopped({ isLine, isOverEarlierRows, onLoad }: StoppedProps): ReactNode {
  return (
    <div className={isLine ? 'bar' : 'message empty-state'} role="status">
      <p>{t.loadingStopped}</p>
      {isOverEarlierRows && <p>{t.earlierRows}</p>}
      <button type="button" onClick={onLoad}>
        {t.loadRows}
      </button>
    </div>
  )
}

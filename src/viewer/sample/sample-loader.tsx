/** A button that loads more rows for statistics and charts and stops loading, with progress and errors. */
import type { ReactNode } from 'react'
import { t } from '../texts/texts'
import { SAMPLE_ROWS } from './load-sample'
import { useSample } from './sample-provider'

interface SampleLoaderProps {
  /** Names of the needed columns. */
  readonly columns: readonly string[]
  /** Whether all rows of the query are already loaded. */
  readonly isComplete: boolean
}

export function SampleLoader({ columns, isComplete }: SampleLoaderProps): ReactNode {
  const { sample, load, stop } = useSample()
  if (isComplete && !sample) return null
  const { state, rows = [], total = 0 } = sample ?? {}
  const isRunning = state?.is === 'loading' || state?.is === 'waiting'
  const expected = total === 0 ? SAMPLE_ROWS : Math.min(total, SAMPLE_ROWS)
  return (
    <div className="sample-loader">
      {/* One button, so that it keeps the focus. */}
      <button
        type="button"
        onClick={() => {
          if (isRunning) stop()
          else load(columns)
        }}
      >
        {isRunning && t.stop}
        {!isRunning && (state?.is === 'complete' ? t.loadAgain : t.loadUpTo(SAMPLE_ROWS))}
      </button>
      {isRunning && <progress aria-label={t.rowsLoadedLabel} max={expected} value={rows.length} />}
      <p role="status" className="hint">
        {isRunning && rows.length > 0 && t.rowsOfTotal(rows.length, expected)}
        {state?.is === 'waiting' && ` ${t.waitingSeconds(state.seconds)}`}
        {state?.is === 'stopped' && t.loadingStopped}
      </p>
      {state?.is === 'failed' && (
        <p role="alert" className="flaw">
          {t.loadingFailed(state.message)}
        </p>
      )}
    </div>
  )
}

import type { ReactNode } from 'react'
import type { Download } from './use-download'

export function DownloadBar({ download }: { readonly download: Download }): ReactNode {
  const { state, end } = download
  if (state.is === 'idle') return null
  return (
    <div className="bar" role="region" aria-label="Download">
      {state.is === 'running' && (
        <>
          <progress
            aria-label="Rows downloaded"
            {...(state.total > 0 && { value: state.rows, max: state.total })}
          />
          <span>
            {state.rows.toLocaleString('en')} of {state.total.toLocaleString('en')} rows
          </span>
        </>
      )}
      {state.is === 'done' && (
        <span role="status">{state.rows.toLocaleString('en')} rows downloaded.</span>
      )}
      {state.is === 'failed' && <span role="alert">The download failed: {state.message}</span>}
      <button type="button" onClick={end}>
        {state.is === 'running' ? 'Cancel download' : 'Close'}
      </button>
    </div>
  )
}

import type { ReactNode } from 'react'
import { t } from '../texts/texts'
import type { Download } from './use-download'

export function DownloadBar({ download }: { readonly download: Download }): ReactNode {
  const { state, end } = download
  if (state.is === 'idle') return null
  return (
    <div className="bar" role="region" aria-label={t.download}>
      {state.is === 'running' && (
        <>
          <progress
            aria-label={t.rowsDownloadedLabel}
            {...(state.total > 0 && { value: state.rows, max: state.total })}
          />
          <span>{t.rowsOfTotal(state.rows, state.total)}</span>
          <span className="hint">
            {state.wait === undefined
              ? t.rowsPerSecond(state.rowsPerSecond)
              : t.waitingSeconds(state.wait)}
          </span>
        </>
      )}
      {state.is === 'failed' && <span role="alert">{t.downloadFailed(state.message)}</span>}
      <button type="button" onClick={end}>
        {state.is === 'running' ? t.cancelDownload : t.close}
      </button>
    </div>
  )
}

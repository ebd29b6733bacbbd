/** Progress bar while data loads, with a button to cancel if it takes long. */
import { useEffect, useState, type ReactNode } from 'react'
import { stopLoading } from '../api/rows'
import { t } from '../texts/texts'

/** Milliseconds until the message appears. */
const LONG = 1500

interface LoadingProps {
  readonly isOn: boolean
  /** Whether the user cancelled loading, so that the visible rows belong to an earlier view. */
  readonly isStopped: boolean
  readonly onLoad: () => void
}

export function Loading({ isOn, isStopped, onLoad }: LoadingProps): ReactNode {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isOn) return undefined
    const timer = setTimeout(() => {
      setLong(true)
    }, LONG)
    return () => {
      clearTimeout(timer)
      setLong(false)
    }
  }, [isOn])
  return (
    <>
      <div className="loading">{isOn && <div role="progressbar" aria-label={t.loading} />}</div>
      {isLong && (
        <div className="bar" role="status">
          <span>{t.stillWorking}</span>
          <button type="button" onClick={stopLoading}>
            {t.stop}
          </button>
        </div>
      )}
      {isStopped && (
        <div className="bar" role="status">
          <span>{t.loadingCancelled}</span>
          <button type="button" onClick={onLoad}>
            {t.loadRows}
          </button>
        </div>
      )}
    </>
  )
}

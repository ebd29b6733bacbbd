/** Progress bar while data loads, with a button to stop it if it takes long. */
import { useEffect, useState, type ReactNode } from 'react'
import { stopLoading } from '../api/rows'
import { t } from '../texts/texts'

/** Milliseconds until the message appears. */
const LONG = 1500

interface LoadingProps {
  readonly isOn: boolean
}

export function Loading({ isOn }: LoadingProps): ReactNode {
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
          <span>{t.takesLong}</span>
          <button type="button" onClick={stopLoading}>
            {t.stop}
          </button>
        </div>
      )}
    </>
  )
}

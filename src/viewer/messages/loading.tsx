/** A bar while something is loaded, and a way out when that takes long. */
import { useEffect, useState, type ReactNode } from 'react'
import { stopLoading } from '../api/queries'

/** Milliseconds until it is worth a word. */
const LONG = 1500

export interface LoadingProps {
  readonly isOn: boolean
  /** What is in sight, if anything, is not what has been asked for. */
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
      <div className={`loading ${isOn ? 'on' : ''}`}>
        {isOn && <div role="progressbar" aria-label="Loading" />}
      </div>
      {isLong && (
        <div className="bar" role="status">
          <span>The database is still at work …</span>
          <button type="button" onClick={stopLoading}>
            Stop
          </button>
        </div>
      )}
      {isStopped && (
        <div className="bar" role="status">
          <span>Stopped: these rows have not been loaded.</span>
          <button type="button" onClick={onLoad}>
            Load them
          </button>
        </div>
      )}
    </>
  )
}

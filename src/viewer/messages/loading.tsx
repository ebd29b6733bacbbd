/** A bar while something is loaded, and a way out when that takes long. */
import { useEffect, useState, type ReactNode } from 'react'
import { stopLoading } from '../api/queries'

/** Milliseconds until it is worth a word. */
const LONG = 1500

export function Loading({ isOn }: { readonly isOn: boolean }): ReactNode {
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
    </>
  )
}

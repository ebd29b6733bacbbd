import { useEffect, useState, type ReactNode } from 'react'
import { t } from '../texts/texts'

/** Milliseconds until it appears, so that it does not flash before a fast response. */
const DELAY = 150
const LINES = 12

/** A placeholder while the first rows of a table load. */
export function Skeleton(): ReactNode {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => {
      setShown(true)
    }, DELAY)
    return () => {
      clearTimeout(timer)
    }
  }, [])
  return (
    <div className="skeleton" aria-label={t.loading} role="img">
      {isShown && Array.from({ length: LINES }, (_, line) => <div key={line} />)}
    </div>
  )
}

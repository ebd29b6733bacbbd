/** A short message about the last action, shown for a while and announced to screen readers. */
import { useEffect, type ReactNode } from 'react'

/** Milliseconds. */
const SHOWN = 3000

export interface NoticeProps {
  readonly text: string
  readonly onEnd: () => void
}

export function Notice({ text, onEnd }: NoticeProps): ReactNode {
  useEffect(() => {
    if (text === '') return undefined
    const timer = setTimeout(onEnd, SHOWN)
    return () => {
      clearTimeout(timer)
    }
  }, [text, onEnd])
  return (
    <p role="status" className={text === '' ? 'visually-hidden' : 'notice'}>
      {text}
    </p>
  )
}

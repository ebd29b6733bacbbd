/** A short word of what has just been done: seen for a while, and read out. */
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

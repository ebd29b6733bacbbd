/** A short message about the last action, shown for a while and announced to screen readers. */
import { useEffect, type ReactNode } from 'react'
import { createStore } from '../store'

/** Milliseconds. */
const SHOWN = 3000

const notice = createStore('')

export const notify = notice.set

export function Notice(): ReactNode {
  const text = notice.use()
  useEffect(() => {
    if (text === '') return undefined
    const timer = setTimeout(() => {
      notify('')
    }, SHOWN)
    return () => {
      clearTimeout(timer)
    }
  }, [text])
  return (
    <p role="status" className={text === '' ? 'visually-hidden' : 'notice'}>
      {text}
    </p>
  )
}

/** A short message about the last action, shown for a while and announced to screen readers. */
import { useEffect, type ReactNode } from 'react'
import { createStore } from '../store'
import { useOccurrence } from './occurrence'

/** Milliseconds. */
const SHOWN = 3000

/** An object for each message, so that one with the same text is shown for its whole time too. */
const notice = createStore({ text: '' })

export function notify(text: string): void {
  notice.set({ text })
}

export function Notice(): ReactNode {
  const shown = notice.use()
  const { text } = shown
  const key = useOccurrence(shown)
  useEffect(() => {
    if (text === '') return undefined
    const timer = setTimeout(() => {
      notify('')
    }, SHOWN)
    return () => {
      clearTimeout(timer)
    }
  }, [shown, text])
  return (
    <p role="status" className={text === '' ? 'visually-hidden' : 'notice'}>
      <span key={key}>{text}</span>
    </p>
  )
}

/** The choice in the list of columns. It is applied after a pause, or when the list closes. */
import { useEffect, useRef, useState } from 'react'
import { choiceOf } from '../view/column-choice'
import { isSameList } from '../view/same-list'
import { change, isShown } from '../view/use-view'
import type { View } from '../view/view'

/** Milliseconds without a change until the choice is applied, so that several changes make one request. */
const PAUSE = 500

/**
 * All changes make one history entry.
 * @param applied names of the shown columns
 * @param all names of all columns
 */
export function useChoice(
  applied: readonly string[],
  all: readonly string[],
  { table, page }: View,
): [shown: readonly string[], choose: (shown: readonly string[]) => void] {
  const [choice, setChoice] = useState<readonly string[]>()
  const [before, setBefore] = useState(applied)
  if (!isSameList(before, applied)) {
    // The choice is applied, or the URL has changed, for example by the back button.
    setBefore(applied)
    setChoice(undefined)
  }
  /** The choice that this list applied last. While the URL has it, a new choice replaces the history entry. */
  const own = useRef<readonly string[]>(undefined)
  const latest = useRef(() => {})
  useEffect(() => {
    const apply = (): void => {
      // The list also closes when another table is shown, for example by the back button.
      if (!choice?.length || isSameList(choice, applied) || !isShown(table)) return
      const hasEntry = own.current !== undefined && isSameList(own.current, applied)
      change({ ...choiceOf(choice, all), page }, hasEntry)
      own.current = choice
    }
    latest.current = apply
    const timer = choice && setTimeout(apply, PAUSE)
    return () => {
      clearTimeout(timer)
    }
  }, [choice, applied, all, table, page])
  useEffect(
    () => () => {
      latest.current()
    },
    [],
  )
  return [choice ?? applied, setChoice]
}

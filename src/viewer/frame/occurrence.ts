import { useState } from 'react'

/**
 * A key for the content of a live region. Screen readers read a repeated text again only in a new element. This key
 * makes React create one.
 * @param occurrence another value whenever the text is to be read; undefined while there is nothing to read
 */
export function useOccurrence(occurrence: unknown): number {
  const [last, setLast] = useState({ occurrence, number: 0 })
  if (occurrence !== undefined && occurrence !== last.occurrence)
    setLast({ occurrence, number: last.number + 1 })
  return last.number
}

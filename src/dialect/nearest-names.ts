import { distance } from 'fastest-levenshtein'

const MAX_NAMES = 3

/** Characters. Longer names are not compared, which takes seconds for names of ten thousand. */
const MAX_LENGTH = 200

/** Names with a similar spelling, the most similar first. */
export function nearestNames(misspelt: string, names: readonly string[]): string[] {
  if (misspelt.length > MAX_LENGTH) return []
  const lowerCase = misspelt.toLowerCase()
  // A name in which more than a third of the letters differ is another word.
  const maxEdits = Math.ceil(lowerCase.length / 3)
  return (
    names
      // Each additional or missing letter is an edit, so names of other lengths need no comparison.
      .filter((name) => Math.abs(name.toLowerCase().length - lowerCase.length) <= maxEdits)
      .map((name) => ({ name, edits: distance(lowerCase, name.toLowerCase()) }))
      .filter(({ edits }) => edits <= maxEdits)
      .sort((a, b) => a.edits - b.edits)
      .slice(0, MAX_NAMES)
      .map(({ name }) => name)
  )
}

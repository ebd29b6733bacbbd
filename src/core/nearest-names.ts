import { distance } from 'fastest-levenshtein'

const MAX_NAMES = 3

/** Names that are spelled almost like the given one, the nearest first. */
export function nearestNames(misspelt: string, names: readonly string[]): string[] {
  const asked = misspelt.toLowerCase()
  // With more than a third of its letters wrong, it is another word.
  const maxEdits = Math.ceil(asked.length / 3)
  return (
    names
      // Each letter more or less is an edit, so that long names need no comparison.
      .filter((name) => Math.abs(name.toLowerCase().length - asked.length) <= maxEdits)
      .map((name) => ({ name, edits: distance(asked, name.toLowerCase()) }))
      .filter(({ edits }) => edits <= maxEdits)
      .sort((a, b) => a.edits - b.edits)
      .slice(0, MAX_NAMES)
      .map(({ name }) => name)
  )
}

import { distance } from 'fastest-levenshtein'

const MOST_NAMES = 3

/** The few names that a misspelt one was probably meant to be, best first; often none. */
export function nearestNames(misspelt: string, names: readonly string[]): string[] {
  const asked = misspelt.toLowerCase()
  // A third of the letters wrong is a typo; more is another word.
  const mostEdits = Math.ceil(asked.length / 3)
  return (
    names
      // Each letter more or less is an edit: what is far too long is not compared letter by letter.
      .filter((name) => Math.abs(name.toLowerCase().length - asked.length) <= mostEdits)
      .map((name) => ({ name, edits: distance(asked, name.toLowerCase()) }))
      .filter(({ edits }) => edits <= mostEdits)
      .sort((a, b) => a.edits - b.edits)
      .slice(0, MOST_NAMES)
      .map(({ name }) => name)
  )
}

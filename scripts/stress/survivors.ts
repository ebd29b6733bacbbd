/** The mutations that no test notices, as lines of text. */

/** The part of StrykerJS's report that is used. https://github.com/stryker-mutator/mutation-testing-elements */
export interface MutationReport {
  readonly files: Readonly<Record<string, MutatedFile>>
}

interface MutatedFile {
  readonly source: string
  readonly mutants: readonly Mutant[]
}

interface Mutant {
  readonly mutatorName: string
  readonly replacement?: string
  /** `NoCoverage` also survives. */
  readonly status: string
  /** Lines and columns begin with 1; the end is after the last character. */
  readonly location: { readonly start: Position; readonly end: Position }
}

interface Position {
  readonly line: number
  readonly column: number
}

/**
 * A line for each survivor: its file, the mutated code and what replaces it. Without its line number, so that
 * other changes of the file keep it.
 */
export function survivorsOf({ files }: MutationReport): string[] {
  return Object.entries(files)
    .flatMap(([file, { source, mutants }]) =>
      mutants
        .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
        .map((mutant) => lineOf(file, source, mutant)),
    )
    .sort()
}

/** Those that are in the list less often than among the survivors. */
export function newSurvivors(survivors: readonly string[], list: readonly string[]): string[] {
  const known = [...list]
  return survivors.filter((survivor) => {
    const index = known.indexOf(survivor)
    if (index >= 0) known.splice(index, 1)
    return index < 0
  })
}

function lineOf(file: string, source: string, { replacement = '', location }: Mutant): string {
  const { start, end } = location
  const lines = source.split('\n').slice(start.line - 1, end.line)
  lines[lines.length - 1] = (lines.at(-1) ?? '').slice(0, end.column - 1)
  lines[0] = (lines[0] ?? '').slice(start.column - 1)
  const oneLine = (code: string): string => code.replace(/\s+/g, ' ').trim()
  return `${file}: ${oneLine(lines.join('\n'))} → ${oneLine(replacement)}`
}

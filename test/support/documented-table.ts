import { readFileSync } from 'node:fs'
import path from 'node:path'

/** The cells, without backticks, of the table in docs/reference/behaviour.md whose first headings are these. */
export function documentedTable(...headings: readonly string[]): string[][] {
  const file = path.join(__dirname, '../../docs/reference/behaviour.md')
  const lines = readFileSync(file, 'utf8').split('\n')
  const head = lines.findIndex((line) => headings.every((name, i) => cellsOf(line)[i] === name))
  const end = lines.findIndex((line, index) => index > head && !line.startsWith('|'))
  if (head < 0)
    throw new Error(`docs/reference/behaviour.md has no table of ${headings.join(', ')}`)
  return lines.slice(head + 2, end).map((line) => cellsOf(line).map(withoutBackticks))
}

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
}

function withoutBackticks(cell: string): string {
  return /^`[^`]*`$/.test(cell) ? cell.slice(1, -1) : cell
}

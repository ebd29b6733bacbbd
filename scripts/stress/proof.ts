/** Writes the last result of each part into the table of docs/explanation/proof.md. */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export const root = path.join(__dirname, '../..')

export const PAGE = 'docs/explanation/proof.md'

const page = path.join(root, PAGE)

export interface Result {
  readonly hasPassed: boolean
  readonly minutes: number
  readonly commit: string
}

/** @param part the first cell of its row */
export function record(part: string, { hasPassed, minutes, commit }: Result): void {
  const day = new Date().toISOString().slice(0, 10)
  const result = hasPassed ? 'passed' : 'failed'
  const lines = readFileSync(page, 'utf8').split('\n')
  const row = lines.findIndex((line) => line.startsWith(`| \`${part}\``))
  const [, name, what] = lines[row]?.split('|') ?? []
  if (name === undefined || what === undefined) throw new Error(`${PAGE} has no row ${part}`)
  lines[row] = `|${name}|${what}| ${result} | ${minutes} min | ${commit}, ${day} |`
  writeFileSync(page, lines.join('\n'))
}

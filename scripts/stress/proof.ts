/** Writes the last result of each part into the table of docs/explanation/proof.md. */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const page = path.join(__dirname, '../../docs/explanation/proof.md')

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
  if (name === undefined || what === undefined)
    throw new Error(`docs/explanation/proof.md has no row ${part}`)
  lines[row] = `|${name}|${what}| ${result} | ${minutes} min | ${commit}, ${day} |`
  writeFileSync(page, lines.join('\n'))
}

/** The log of a program, by its lines. */
import type { ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'

/** Collects the lines that the program has logged and logs from now on. */
export function linesOf({ stderr }: ChildProcess): string[] {
  if (!stderr) throw new Error('standard error is not a pipe')
  const lines: string[] = []
  createInterface(stderr).on('line', (line) => lines.push(line))
  return lines
}

export const parsed = (lines: readonly string[]): Record<string, unknown>[] =>
  lines.map((line) => JSON.parse(line) as Record<string, unknown>)

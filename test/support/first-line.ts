import type { ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'

/** The first line that a program prints. @throws Error if it ends without one */
export async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (stdout) for await (const line of createInterface({ input: stdout })) return line
  throw new Error('the program has ended without a line of output')
}

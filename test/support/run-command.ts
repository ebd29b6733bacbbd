import { spawn, type SpawnOptions } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import path from 'node:path'

/** This machine lacks a program, or what the program needs: no fault of the code that runs it. */
export class MachineError extends Error {}

/** Runs a program to its end. @returns its output @throws MachineError with the end of the output if it fails */
export async function runCommand(
  command: string,
  args: readonly string[],
  options: Pick<SpawnOptions, 'env' | 'uid' | 'gid'> = {},
): Promise<string> {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const output: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', ({ message }) => {
      reject(new MachineError(message))
    })
    child.once('close', resolve)
  })
  const text = Buffer.concat(output).toString()
  if (code !== 0)
    throw new MachineError(`${command} ${args.join(' ')} failed: ${text.slice(-2000)}`)
  return text
}

/** Path of the first of these programs that is installed, also in `sbin` folders. */
export function findProgram(...names: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .flatMap((folder) => [folder, folder.replace(/\/bin$/, '/sbin')])
  const candidates = names.flatMap((name) => folders.map((folder) => path.join(folder, name)))
  return candidates.find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

export const isRoot = process.getuid?.() === 0

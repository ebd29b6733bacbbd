/** Settings as the program reads them from its arguments, its environment and files. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readCommand, type Command } from '../../src/program/config'
import { dumpConfig } from '../../src/program/dump-config'

const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-config-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})

/** Writes a file, and returns its path. */
export function file(name: string, content: string): string {
  const written = path.join(folder, name)
  writeFileSync(written, content)
  return written
}

/** @throws the error that the program would print */
export function settings(args: string[], environment: Record<string, string> = {}): unknown {
  const command: Command = readCommand(args, environment)
  return command.run === 'serve' ? command.settings : command.run
}

/** The text that the program prints with `--dump-config`, except its last line feed. */
export function dumped(args: readonly string[], environment: Record<string, string> = {}): string {
  const command = readCommand([...args, '--dump-config'], environment)
  if (command.run !== 'dump') throw new Error(`the program would run "${command.run}"`)
  return dumpConfig(command.settings, command.raw)
}

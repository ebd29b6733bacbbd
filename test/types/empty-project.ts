import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { builtPackage } from '../support/built-package'
import { runFolder } from '../support/run-folder'

export const modulesOfProject = path.join(__dirname, '../../node_modules')

/** A folder with the built package in `node_modules`. */
export function emptyProject(name: string): string {
  const folder = path.join(runFolder, name)
  const modules = path.join(folder, 'node_modules')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(modules, { recursive: true })
  symlinkSync(builtPackage, path.join(modules, 'tablequery'))
  return folder
}

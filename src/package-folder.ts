import { existsSync } from 'node:fs'
import path from 'node:path'

/** The folder of this package: the nearest parent with a `package.json`, from `dist/src` or `src`. */
export function packageFolder(): string {
  let folder = __dirname
  while (!existsSync(path.join(folder, 'package.json'))) folder = path.dirname(folder)
  return folder
}

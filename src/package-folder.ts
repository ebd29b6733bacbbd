import { existsSync } from 'node:fs'
import path from 'node:path'

/** Of this package: from `dist/src` as from `src`, the nearest that has a `package.json`. */
export function packageFolder(): string {
  let folder = __dirname
  while (!existsSync(path.join(folder, 'package.json'))) folder = path.dirname(folder)
  return folder
}

import { readdirSync } from 'node:fs'
import path from 'node:path'

/** The path of the first entry of the folder whose name matches: names of packages contain versions. */
export function firstFile(folder: string, name: RegExp): string {
  const found = readdirSync(folder).find((entry) => name.test(entry))
  if (found === undefined) throw new Error(`nothing in ${folder} matches ${name.source}`)
  return path.join(folder, found)
}

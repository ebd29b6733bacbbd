/** The folder of a build. Its name is a hash of the sources. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { cacheFolder } from './run-folder'

const root = path.join(__dirname, '../..')

/** The lock file determines the versions of the compilers. */
const SOURCES = ['src', 'dialects', 'fixtures', 'scripts/tsconfig.build.json', 'tsconfig.json']
const PACKAGE = ['package.json', 'package-lock.json']

export function buildFolder(): string {
  const hash = createHash('sha256')
  for (const file of [...SOURCES.flatMap(filesIn), ...PACKAGE]) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(root, file)))
      .update('\0')
  }
  return path.join(cacheFolder, 'builds', hash.digest('hex').slice(0, 16))
}

function filesIn(source: string): string[] {
  if (path.extname(source) !== '') return [source]
  return readdirSync(path.join(root, source), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/\.(test|stress)\.ts$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort()
}

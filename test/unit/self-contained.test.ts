/** No file of a clone refers to a file outside the clone, or to a package mirror. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(__dirname, '../..')
const ignored = readFileSync(path.join(root, '.gitignore'), 'utf8').matchAll(/^(.+)\/$/gm)
const NOT_TRACKED = new Set(['.git', ...[...ignored].map(([, folder]) => folder)])
const BINARY = /\.(png|ico|tgz)$/

function filesIn(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = path.join(folder, entry.name)
    if (NOT_TRACKED.has(entry.name)) return []
    if (entry.isDirectory()) return filesIn(name)
    return entry.isFile() && !BINARY.test(name) ? [name] : []
  })
}

/** Paths that are joined to the folder: `path.join(__dirname, '..', 'shared')`. */
const JOINED = /\b(?:join|resolve)\(\s*__dirname((?:,\s*'[^'\n]*')+)/g
/** A relative path in a string or as the target of a link. */
const RELATIVE = /(['"`(])(\.\.?\/[^'"`\s)]*)/g

/** Literal paths in the text of a file, relative to the file. */
function pathsIn(text: string): string[] {
  return [
    ...[...text.matchAll(JOINED)].map(([, words = '']) =>
      path.join(...[...words.matchAll(/'([^']*)'/g)].map(([, word = '']) => word)),
    ),
    ...[...text.matchAll(RELATIVE)].map(([, , found = '']) => found),
  ]
}

/** Paths in a file that lead out of the root. */
function pathsOutside(file: string, text: string): string[] {
  const folder = path.dirname(path.join(root, file))
  return pathsIn(text).filter((found) =>
    path.relative(root, path.resolve(folder, found)).startsWith('..'),
  )
}

const files = filesIn('.')

it('checks every file', () => {
  expect(files).toEqual(expect.arrayContaining(['package.json', '.ci/run', 'scripts/Dockerfile']))
  expect(files.length).toBeGreaterThan(300)
  expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
})

it.each([
  [`import x from '../../../beside'`, ['../../../beside']],
  [`path.resolve(__dirname, '..', '../..', 'beside')`, ['../../../beside']],
  [`path.join(__dirname, '../..', 'src')`, []],
  ['[text](../README.md)', []],
])('resolves the path in %s', (text, found) => {
  expect(pathsOutside('test/unit/any.ts', text)).toEqual(found)
})

it('has no path out of the repository', () => {
  const own = path.relative(root, __filename)
  const found = files
    .filter((file) => file !== own)
    .flatMap((file) => {
      const text = readFileSync(path.join(root, file), 'utf8')
      return pathsOutside(file, text).map((found) => `${file}: ${found}`)
    })
  expect(found).toEqual([])
})

it('names no package mirror', () => {
  const mirror = /(deb|ftp|security|snapshot|mirrors?)\.debian\.(org|net)|archive\.ubuntu\.com/
  const own = path.relative(root, __filename)
  const naming = files.filter(
    (file) => file !== own && mirror.test(readFileSync(path.join(root, file), 'utf8')),
  )
  expect(naming).toEqual([])
})

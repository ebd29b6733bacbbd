/** A clone needs nothing that lies beside it, and names no mirror of anybody's. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(__dirname, '../..')
const NOT_TRACKED = new Set(['node_modules', 'dist', 'coverage', '.git'])
const BINARY = /\.(png|ico|tgz)$/

function filesIn(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = path.join(folder, entry.name)
    if (NOT_TRACKED.has(entry.name)) return []
    if (entry.isDirectory()) return filesIn(name)
    return entry.isFile() && !BINARY.test(name) ? [name] : []
  })
}

/** What is joined to a folder's name: `path.join(__dirname, '..', 'shared')`. */
const JOINED = /\b(?:join|resolve)\(\s*__dirname((?:,\s*'[^'\n]*')+)/g
/** A relative path as a text or as the target of a link. */
const RELATIVE = /(['"`(])(\.\.?\/[^'"`\s)]*)/g

/** Paths as far as they are written out, relative to the file that they stand in. */
function pathsIn(text: string): string[] {
  return [
    ...[...text.matchAll(JOINED)].map(([, words = '']) =>
      path.join(...[...words.matchAll(/'([^']*)'/g)].map(([, word = '']) => word)),
    ),
    ...[...text.matchAll(RELATIVE)].map(([, , found = '']) => found),
  ]
}

/** Paths of a file that lead out of the root. */
function waysOut(file: string, text: string): string[] {
  const folder = path.dirname(path.join(root, file))
  return pathsIn(text).filter((found) =>
    path.relative(root, path.resolve(folder, found)).startsWith('..'),
  )
}

const files = filesIn('.')

it('every file is looked at', () => {
  expect(files).toEqual(expect.arrayContaining(['package.json', '.ci/run', 'scripts/Dockerfile']))
  expect(files.length).toBeGreaterThan(300)
  expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
})

it.each([
  [`import x from '../../../beside'`, ['../../../beside']],
  [`path.resolve(__dirname, '..', '../..', 'beside')`, ['../../../beside']],
  [`path.join(__dirname, '../..', 'src')`, []],
  ['[text](../README.md)', []],
])('knows where %s leads', (text, found) => {
  expect(waysOut('test/unit/any.ts', text)).toEqual(found)
})

it('no path leads out of the repository', () => {
  const own = path.relative(root, __filename)
  const found = files
    .filter((file) => file !== own)
    .flatMap((file) => {
      const text = readFileSync(path.join(root, file), 'utf8')
      return waysOut(file, text).map((way) => `${file}: ${way}`)
    })
  expect(found).toEqual([])
})

it('no file names a mirror of packages', () => {
  const mirror = /(deb|ftp|security|snapshot|mirrors?)\.debian\.(org|net)|archive\.ubuntu\.com/
  const own = path.relative(root, __filename)
  const naming = files.filter(
    (file) => file !== own && mirror.test(readFileSync(path.join(root, file), 'utf8')),
  )
  expect(naming).toEqual([])
})

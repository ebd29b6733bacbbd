/** Links lead to files and headings that exist, and their texts name the right files. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(__dirname, '../..')

const documents = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'],
  ...readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

/** The text of a document without its code. */
const textOf = (document: string): string =>
  readFileSync(path.join(root, document), 'utf8').replaceAll(/```.*?```/gs, '')

interface Link {
  readonly text: string
  /** Relative to the root; that of the document itself for a link to one of its headings. */
  readonly file: string
  readonly anchor: string
}

function linksOf(document: string): readonly Link[] {
  const links = textOf(document).matchAll(/\[([^\]]*)\]\((?!\w+:)([^)#]*)#?([^)]*)\)/g)
  return [...links].map(([, text = '', target = '', anchor = '']) => ({
    ...{ text, anchor },
    file: target === '' ? document : path.join(path.dirname(document), target),
  }))
}

/** The anchors that GitHub makes of headings, numbered where texts repeat, and those of HTML. */
function anchorsOf(document: string): ReadonlySet<string> {
  const text = textOf(document)
  const anchors = new Set([...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id))
  for (const [, heading = ''] of text.matchAll(/^#{1,6} (.*)$/gm)) {
    const anchor = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-')
    let number = 0
    while (anchors.has(number === 0 ? anchor : `${anchor}-${number}`)) number++
    anchors.add(number === 0 ? anchor : `${anchor}-${number}`)
  }
  return anchors
}

it.each(documents)('%s links to files that exist', (document) => {
  const missing = linksOf(document).filter(({ file }) => !existsSync(path.join(root, file)))
  expect(missing).toEqual([])
})

it.each(documents)('%s links to headings that exist', (document) => {
  const missing = linksOf(document).filter(
    ({ file, anchor }) => anchor !== '' && file.endsWith('.md') && !anchorsOf(file).has(anchor),
  )
  expect(missing).toEqual([])
})

it.each(documents)('%s has no link with the name of another file', (document) => {
  const wrong = linksOf(document).filter(({ text, file }) => {
    const name = /(?:^|\/)([\w-]+\.\w+)$/.exec(text)?.[1]
    return name !== undefined && name !== path.basename(file)
  })
  expect(wrong).toEqual([])
})

describe('CONTRIBUTING.md', () => {
  const named = new Set(
    [...textOf('CONTRIBUTING.md').matchAll(/^\| `([\w/<>-]+)`/gm)].map(([, folder = '']) => folder),
  )
  const folders = ['src', 'test', 'fixtures'].flatMap((parent) =>
    readdirSync(path.join(root, parent), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${parent}/${name}`),
  )

  it.each(folders)('says what is in %s', (folder) => {
    expect([...named]).toContain(folder)
  })
})

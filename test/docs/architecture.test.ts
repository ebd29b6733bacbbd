import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const FOLDER = path.join(__dirname, '../../docs/explanation')

it('links only to files that exist', () => {
  const text = readFileSync(path.join(FOLDER, 'architecture.md'), 'utf8')
  const links = [...text.matchAll(/\]\((?!http|#)([^)#]+)\)/g)].map(([, link = '']) => link)
  expect(links.length).toBeGreaterThan(100)
  for (const link of links)
    expect([link, existsSync(path.join(FOLDER, link))]).toEqual([link, true])
})

it('is right that only create-reader.ts imports layers', () => {
  const root = path.join(FOLDER, '../..')
  const importing = ['src', 'dialects'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => path.join(folder, file))
      .filter((file) => file.endsWith('.ts') && !file.startsWith('src/core/layers/'))
      .filter((file) => readFileSync(path.join(root, file), 'utf8').includes('/layers/')),
  )
  expect(importing).toEqual(['src/core/create-reader.ts'])
})

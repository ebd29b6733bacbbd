import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const FOLDER = path.join(__dirname, '../../docs/explanation')

it('links only to files that exist', () => {
  const text = readFileSync(path.join(FOLDER, 'architecture.md'), 'utf8')
  const links = [...text.matchAll(/\]\((?!http|#)([^)#]+)\)/g)].map(([, link = '']) => link)
  expect(links.length).toBeGreaterThan(100)
  for (const link of links)
    expect([link, existsSync(path.join(FOLDER, link))]).toEqual([link, true])
})

/** Compares docs/reference/api with the public types and their comments. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { runCommand } from '../support/run-command'
import { runFolder } from '../support/run-folder'

const root = path.join(__dirname, '../..')
const written = path.join(root, 'docs/reference/api')

it('docs/reference/api is up to date: `npm run docs:api` writes it', async () => {
  const out = path.join(runFolder, 'api')
  const program = path.join(root, 'node_modules/typedoc/bin/typedoc')
  const options = ['--options', path.join(root, 'scripts/typedoc.json'), '--out', out]
  // Fails if an export, an option or a result has no comment.
  await runCommand(process.execPath, [program, ...options])
  const names = readdirSync(out).sort()
  expect(readdirSync(written).sort()).toEqual(names)
  for (const name of names) {
    const text = readFileSync(path.join(written, name), 'utf8')
    expect(text).toBe(readFileSync(path.join(out, name), 'utf8'))
    expect(text).not.toContain(root)
  }
}, 240_000)

/** Compares docs/reference/settings.md with the definitions of the settings. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { settingsDocument } from '../../scripts/settings-document/settings-document'

it('docs/reference/settings.md is up to date: `npm run docs:settings` writes it', () => {
  const file = path.join(__dirname, '../../docs/reference/settings.md')
  expect(readFileSync(file, 'utf8')).toBe(settingsDocument())
})

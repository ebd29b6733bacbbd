/** `npm run docs:settings`: writes docs/reference/settings.md. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { settingsDocument } from './settings-document'

writeFileSync(path.join(__dirname, '../../docs/reference/settings.md'), settingsDocument())

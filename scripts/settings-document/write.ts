/** `npm run docs:settings`: writes docs/settings.md. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { settingsDocument } from './settings-document'

writeFileSync(path.join(__dirname, '../../docs/settings.md'), settingsDocument())

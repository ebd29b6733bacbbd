/** `npm run docs:conformance`: writes docs/reference/conformance.md. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { conformanceDocument } from './conformance-document'

writeFileSync(path.join(__dirname, '../../docs/reference/conformance.md'), conformanceDocument())

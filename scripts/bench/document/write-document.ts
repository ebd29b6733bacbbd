/** Writes docs/explanation/benchmarks.md and its picture from the figures. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { handlerFigures, peerFigures } from '../figures'
import { benchmarkDocument } from './benchmark-document'
import { comparisonPicture } from './comparison-picture'

const DOCS = path.join(__dirname, '../../../docs')

/** The files in `docs`, by their paths. */
export function documentFiles(): Readonly<Record<string, string>> {
  const peers = peerFigures.read()
  return {
    'explanation/benchmarks.md': benchmarkDocument(peers, handlerFigures.read()),
    'images/benchmarks.svg': comparisonPicture(peers),
  }
}

export function writeDocument(): void {
  for (const [file, text] of Object.entries(documentFiles())) {
    writeFileSync(path.join(DOCS, file), text)
  }
}

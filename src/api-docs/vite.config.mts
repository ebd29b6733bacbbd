import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { defineConfig, type Plugin } from 'vite'

const swaggerUi = path.dirname(
  createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'),
)

/** Whoever passes on what is bundled passes on its licences. */
const licences: Plugin = {
  name: 'licences',
  generateBundle() {
    const files = ['LICENSE', 'NOTICE', 'swagger-ui-es-bundle.js.LICENSE.txt']
    const texts = files.map((file) => readFileSync(path.join(swaggerUi, file), 'utf8'))
    this.emitFile({ type: 'asset', fileName: 'licences.txt', source: texts.join('\n\n') })
  },
}

export default defineConfig({
  root: import.meta.dirname,
  // Relative addresses, so that the page works below any path.
  base: './',
  plugins: [licences],
  build: {
    outDir: '../../dist/api-docs',
    emptyOutDir: true,
    // One library, for a page that is opened now and then.
    chunkSizeWarningLimit: 2000,
  },
})

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { defineConfig, type Plugin } from 'vite'

const swaggerUi = path.dirname(
  createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'),
)

/** The licences of bundled packages require their texts. */
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
  // Relative URLs, so that the page works below any path.
  base: './',
  plugins: [licences],
  build: {
    outDir: '../../dist/api-docs',
    emptyOutDir: true,
    // Swagger UI is one large library, and the page is opened rarely.
    chunkSizeWarningLimit: 2000,
  },
})

/** The client as one module for browsers, and for Node's `import`. */
import { defineConfig } from 'vite'

export default defineConfig({
  build: {
    lib: { entry: 'index.ts', formats: ['es'], fileName: () => 'index.mjs' },
    outDir: '../../dist/client',
    emptyOutDir: true,
    target: 'es2022',
    minify: 'oxc',
  },
  plugins: [
    {
      name: 'types',
      generateBundle() {
        const source = "export * from '../src/client/index.js'\n"
        this.emitFile({ type: 'asset', fileName: 'index.d.mts', source })
      },
    },
  ],
})

/** Builds the viewer into files with relative URLs. */
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  base: './',
  plugins: [react()],
  build: {
    outDir: '../../dist/viewer',
    emptyOutDir: true,
    target: 'es2022',
    // The Content-Security-Policy of the page allows no `data:` URLs.
    assetsInlineLimit: 0,
    // The licences of bundled packages require their texts.
    license: { fileName: 'licences.md' },
    modulePreload: { polyfill: false },
  },
})

/** The page with all that it loads, in files that refer to each other relatively. */
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  base: './',
  plugins: [react()],
  build: {
    outDir: '../../dist/viewer',
    emptyOutDir: true,
    target: 'es2022',
    // The policy of the page allows no `data:` addresses.
    assetsInlineLimit: 0,
    // Whoever passes on what is bundled passes on its licences.
    license: { fileName: 'licences.md' },
    modulePreload: { polyfill: false },
  },
})

/**
 * Compiles TypeScript in the processes of tests and benchmarks. Use it with `--require`. It caches the
 * compiled code by the hash of the source, because tests start thousands of readers and the compiler is
 * slow to load.
 */
const { createHash } = require('node:crypto')
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs')
const path = require('node:path')

const OPTIONS = {
  module: { type: 'commonjs' },
  jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
  sourceMaps: true,
}
/** `import('./app.js')` means `app.ts`. */
const COMPILED_NAME = /\brequire\("(\.[^"]+)\.js"\)/g
const FOLDER = path.join(__dirname, '../../node_modules/.cache/tablequery-test/typescript')
const sourceMaps = new Map()

require.extensions['.ts'] = (module, filename) => {
  module._compile(compiled(readFileSync(filename, 'utf8'), filename), filename)
}

function compiled(source, filename) {
  const { version } = require('@swc/core/package.json')
  const content = JSON.stringify([version, OPTIONS, COMPILED_NAME.source, filename, source])
  const cachedFile = path.join(FOLDER, `${createHash('sha256').update(content).digest('hex')}.js`)
  sourceMaps.set(filename, `${cachedFile}.map`)
  try {
    return readFileSync(cachedFile, 'utf8')
  } catch {
    const { code, map } = require('@swc/core').transformSync(source, { filename, ...OPTIONS })
    mkdirSync(FOLDER, { recursive: true })
    write(`${cachedFile}.map`, map)
    return write(cachedFile, code.replace(COMPILED_NAME, 'require("$1")'))
  }
}

/** Writes another file and renames it, because other processes may read the file at the same time. */
function write(file, text) {
  writeFileSync(`${file}.${process.pid}`, text)
  renameSync(`${file}.${process.pid}`, file)
  return text
}

module.exports = { sourceMaps }

/**
 * Compiles TypeScript in processes that tests and benchmarks start, such as the reader processes of SQLite.
 * Use it with `--require`. It caches the compiled code by the hash of the source, because tests start
 * thousands of readers and the compiler is slow to load.
 */
const { createHash } = require('node:crypto')
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs')
const path = require('node:path')

const OPTIONS = {
  module: { type: 'commonjs' },
  jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
}
const FOLDER = path.join(__dirname, '../../node_modules/.cache/tablequery-test/typescript')

require.extensions['.ts'] = (module, filename) => {
  module._compile(compiled(readFileSync(filename, 'utf8'), filename), filename)
}

function compiled(source, filename) {
  const { version } = require('@swc/core/package.json')
  const content = JSON.stringify([version, OPTIONS, filename, source])
  const cachedFile = path.join(FOLDER, `${createHash('sha256').update(content).digest('hex')}.js`)
  try {
    return readFileSync(cachedFile, 'utf8')
  } catch {
    const { code } = require('@swc/core').transformSync(source, { filename, ...OPTIONS })
    mkdirSync(FOLDER, { recursive: true })
    // Writes another file and renames it, because other processes may read the file at the same time.
    writeFileSync(`${cachedFile}.${process.pid}`, code)
    renameSync(`${cachedFile}.${process.pid}`, cachedFile)
    return code
  }
}

/**
 * Preloaded into processes that tests and benchmarks start: one that runs from TypeScript source, like
 * a reader of SQLite that the tests' own process forks, compiles it as the tests do. What has been
 * compiled is kept by its content: readers are started by the thousand, and the compiler is large.
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
  const kept = path.join(FOLDER, `${createHash('sha256').update(content).digest('hex')}.js`)
  try {
    return readFileSync(kept, 'utf8')
  } catch {
    const { code } = require('@swc/core').transformSync(source, { filename, ...OPTIONS })
    mkdirSync(FOLDER, { recursive: true })
    // Whole at once, because others look for it meanwhile.
    writeFileSync(`${kept}.${process.pid}`, code)
    renameSync(`${kept}.${process.pid}`, kept)
    return code
  }
}

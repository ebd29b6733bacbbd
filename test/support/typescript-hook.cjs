/**
 * Preloaded into processes that tests and benchmarks start: one that runs from TypeScript source, like
 * a reader of SQLite that the tests' own process forks, compiles it as the tests do.
 */
const { readFileSync } = require('node:fs')

require.extensions['.ts'] = (module, filename) => {
  const { transformSync } = require('@swc/core')
  const { code } = transformSync(readFileSync(filename, 'utf8'), {
    filename,
    module: { type: 'commonjs' },
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
  })
  module._compile(code, filename)
}

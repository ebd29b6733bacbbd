/**
 * Keeps the compiled code of modules for the next test file of the process. Jest compiles every module
 * again for each test file, and Node.js caches only what its own loader compiles.
 * https://nodejs.org/docs/latest-v20.x/api/vm.html#vmcompilefunctioncode-params-options
 */
import vm from 'node:vm'

interface Compiled {
  readonly code: string
  readonly cachedData: Buffer
}

const { compileFunction } = vm
/** By file. */
const compiled = new Map<string, Compiled>()

vm.compileFunction = (code, params, options = {}) => {
  const { filename = '' } = options
  const known = compiled.get(filename)
  // V8 itself compares only the length of the code.
  if (known?.code === code)
    return compileFunction(code, params, { ...options, cachedData: known.cachedData })
  // Deprecated only for `vm.Script`, whose options have the same type.
  // oxlint-disable-next-line typescript/no-deprecated
  const result = compileFunction(code, params, { ...options, produceCachedData: true })
  if (filename !== '' && result.cachedData) {
    // A copy, because the buffer belongs to the context of the test file and would keep it in memory.
    compiled.set(filename, { code, cachedData: Buffer.from(result.cachedData) })
  }
  return result
}

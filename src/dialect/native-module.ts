/** Explains why a driver with compiled code cannot be loaded. */
import { errorCode } from '../error-code'

/** @returns `undefined` for other errors */
export function explainNativeModule(error: unknown, name: string): string | undefined {
  // The second is the error of the package `bindings`, which has no code.
  const isMissing = String(error).includes('Could not locate the bindings file')
  if (errorCode(error) !== 'ERR_DLOPEN_FAILED' && !isMissing) return undefined
  return (
    `${name} is not built for this Node.js (${process.version}, ${process.platform} ${process.arch}): ` +
    `run npm rebuild ${name}`
  )
}

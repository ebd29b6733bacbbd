/** Explains why a driver with compiled code cannot be loaded. */
import { errorCode } from '../error-code'

/** @returns `undefined` for other errors */
export function explainNativeModule(error: unknown, name: string): string | undefined {
  // The package `bindings` reports a missing file by an error without a code.
  const isMissing = String(error).includes('Could not locate the bindings file')
  if (errorCode(error) !== 'ERR_DLOPEN_FAILED' && !isMissing) return undefined
  return (
    `${name} is not built for this Node.js (${process.version}, ${process.platform} ${process.arch}): ` +
    `run npm rebuild ${name}`
  )
}

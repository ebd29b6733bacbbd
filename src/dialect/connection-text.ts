/** Checks connection strings. Error messages contain no secret. */
import { ConnectionStringError } from './dialect'

/** Whether a text can only be a path: URLs and lists of parameters may contain a password. */
export function isPlainPath(text: string): boolean {
  return !/[=@:;?&%#]/.test(text)
}

/** @returns the text before the mark and the text after it; without a mark, the second is empty */
export function splitOnce(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark)
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + mark.length)]
}

/** @throws ConnectionStringError */
export function decodedPart(text: string, part: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new ConnectionStringError(
      `the connection's ${part} is not percent-encoded: write % as %25`,
    )
  }
}

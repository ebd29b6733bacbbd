/** Checks connection strings. Error messages contain no secret. */
import { ConnectionStringError } from './dialect'

/** Whether a text can only be a path: URLs and lists of parameters may contain a password. */
export function isPlainPath(text: string): boolean {
  return !/[=@:;?&%#]/.test(text)
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

/**
 * A `/`, `?` or `#` in a password ends the host of a URL, and the rest of the password becomes the name
 * of a database or a parameter, which messages show.
 * @throws ConnectionStringError
 */
export function refuseSplitPassword({ pathname, searchParams, hash }: URL): void {
  const afterHost = [pathname, hash, ...searchParams.keys()]
  if (!afterHost.some((text) => text.includes('@'))) return
  throw new ConnectionStringError(
    'the connection has an @ after its host: in a user or a password, write / as %2F, ? as %3F and # as %23; elsewhere, write @ as %40',
  )
}

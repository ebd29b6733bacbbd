/** Recognizes images in binary columns by their first bytes. */

/** The base64 text of an image begins with one of these. */
const TYPES: readonly (readonly [start: string, type: string])[] = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['UklGR', 'image/webp'],
]

/** @returns undefined if the bytes are not an image of these types */
export function imageType(base64: string): string | undefined {
  const type = TYPES.find(([start]) => base64.startsWith(start))?.[1]
  if (type !== 'image/webp') return type
  // Other RIFF files, such as sounds, have the same start, and a text in a binary column of SQLite can have it.
  const name = bytesOf(base64.slice(0, 16))?.slice(8, 12)
  return name && String.fromCharCode(...name) === 'WEBP' ? type : undefined
}

/** @returns undefined if the text is not base64 */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

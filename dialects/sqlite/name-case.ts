/** SQLite ignores the case of a name's ASCII letters, but not of other letters. */
export function foldAscii(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

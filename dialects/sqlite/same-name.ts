/** SQLite folds the 26 ASCII letters of a name and no others. */
export function isSameName(asked: string, actual: string): boolean {
  return foldAscii(asked) === foldAscii(actual)
}

export function foldAscii(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

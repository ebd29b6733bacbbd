/**
 * The text as one word of a shell. The name of a header can contain a quote and a command, and be from a server
 * that the user does not trust.
 */
export function shellText(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

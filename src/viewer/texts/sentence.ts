/** The text with a full stop, unless it ends with a mark of punctuation. Messages of servers end with or without one. */
export function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

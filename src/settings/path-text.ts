/**
 * Whether a text looks like a path: it begins like one, or ends in an extension. Most secrets that are given in
 * place of a path by mistake, in hexadecimal, in base64 or as a token, do not, and must not get into an error message.
 */
export function looksLikePath(text: string): boolean {
  return /^(?:[/~]|\.{1,2}[/\\]|[a-z]:[/\\])|\.\w{1,8}$/i.test(text)
}

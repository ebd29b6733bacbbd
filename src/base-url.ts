/**
 * The address of an API without trailing slashes.
 * @returns `undefined` unless it is an http or https URL with only a scheme, a host, a port and a path
 */
export function plainBaseUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !isHttp(url) || url.username !== '' || url.password !== '') return undefined
  // An empty query or fragment would hide the rest of the path too.
  return /[?#]/.test(text) ? undefined : withoutTrailingSlashes(url.href)
}

/** A loop, because a regular expression takes quadratic time for long runs of slashes. */
export function withoutTrailingSlashes(url: string): string {
  let end = url.length
  while (url[end - 1] === '/') end--
  return url.slice(0, end)
}

export function isHttp({ protocol }: Pick<URL, 'protocol'>): boolean {
  return protocol === 'http:' || protocol === 'https:'
}

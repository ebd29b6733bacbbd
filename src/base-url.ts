/**
 * The address of an API without trailing slashes.
 * @returns `undefined` unless it is an http or https URL with only a scheme, a host, a port and a path
 */
export function plainBaseUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !isHttp(url) || url.username !== '' || url.password !== '') return undefined
  // An empty query or fragment would hide the rest of the path too.
  if (/[?#]/.test(text)) return undefined
  let { href } = url
  while (href.endsWith('/')) href = href.slice(0, -1)
  return href
}

export function isHttp({ protocol }: Pick<URL, 'protocol'>): boolean {
  return protocol === 'http:' || protocol === 'https:'
}

/** A request and its response. */

export interface SendOptions {
  readonly headers?: Readonly<Record<string, string>>
  /** `none` sends no credentials, `wrong` sends invalid ones; default: `given`. */
  readonly credentials?: 'given' | 'none' | 'wrong'
}

export interface Exchange {
  readonly url: string
  readonly options: SendOptions
  /** The headers with credentials, for the shell: invalid ones as sent, valid ones as variables. */
  readonly shownCredentials: readonly string[]
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The parsed body; `undefined` if it is not JSON. */
  readonly body: unknown
}

/** Headers of every request. */
export const ALWAYS_SENT = { Accept: 'application/json' }

/** A command that repeats the request. */
export function curlOf({ url, options, shownCredentials }: Exchange): string {
  const words = ['curl', '-i']
  for (const [name, value] of Object.entries({ ...ALWAYS_SENT, ...options.headers }))
    words.push('-H', quote(`${name}: ${value}`))
  for (const header of shownCredentials) words.push('-H', header)
  return [...words, quote(url)].join(' ')
}

/** @param sent headers with the credentials; valid ones are not shown, so that reports contain no secrets */
export function showCredentials(
  sent: Readonly<Record<string, string>>,
  { credentials }: SendOptions,
): string[] {
  return Object.entries(sent).map(([name, value]) =>
    credentials === 'wrong' ? quote(`${name}: ${value}`) : `"${name}: $${variableOf(name)}"`,
  )
}

/** `X-API-Key` as a variable of the shell: `X_API_KEY`. */
function variableOf(header: string): string {
  return header.toUpperCase().replaceAll(/[^A-Z\d]/g, '_')
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** The status and the beginning of the body, for messages. */
export function summaryOf({ status, text }: Exchange): string {
  const body = text.length > 200 ? `${text.slice(0, 200)}…` : text
  return `${status} ${body === '' ? 'with an empty body' : body}`
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

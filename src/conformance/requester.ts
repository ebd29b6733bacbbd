/** Sends requests with limited concurrency, up to a maximum number, within the implementation's rate limit. */
import { setTimeout as delay } from 'node:timers/promises'
import { fetchFailure } from '../fetch-failure'
import { ALWAYS_SENT, showCredentials, type Exchange, type SendOptions } from './exchange'

interface RequesterOptions {
  /** Without a trailing slash. */
  readonly baseUrl: string
  /** Headers with credentials. */
  readonly headers: Readonly<Record<string, string>>
  readonly maxRequests: number
  /** Maximum milliseconds of a request. */
  readonly timeout: number
}

/** The run sends no more requests: it reached their maximum number, or the server stopped responding. */
export class RequestLimitError extends Error {}

/** A request received no response. */
export class NoResponseError extends Error {}

const CONCURRENT_REQUESTS = 4

/** Maximum attempts of a request while responses ask for a later retry. */
const MAX_ATTEMPTS = 20

/** The run ends after this many consecutive requests without a response. */
const MAX_SILENCE = 10

/** Minimum milliseconds of a wait: clocks differ, and `Retry-After: 0` is allowed. */
const MIN_WAIT = 250

/** Maximum milliseconds of a wait, even if the server asks for a longer one. */
const MAX_WAIT = 60_000

export class Requester {
  #sent = 0
  #running = 0
  /** Consecutive requests without a response. */
  #silent = 0
  /** Why the run sends no more requests; undefined while it does. */
  #end: string | undefined
  readonly #waiting: (() => void)[] = []
  /** Resolves when the rate limit allows requests again; all requests wait for it. */
  #pause: Promise<unknown> = Promise.resolve()

  constructor(readonly options: RequesterOptions) {}

  get sent(): number {
    return this.#sent
  }

  /** @throws RequestLimitError, NoResponseError */
  async send(path: string, options: SendOptions = {}): Promise<Exchange> {
    await this.#acquireSlot()
    try {
      for (let attempt = 1; ; attempt++) {
        await this.#pause
        const exchange = await this.#sendOnce(path, options)
        const wait = waitOf(exchange)
        if (wait === undefined) return exchange
        if (attempt === MAX_ATTEMPTS)
          this.#end = `${exchange.url}: ${exchange.status} after ${attempt} attempts`
        else this.#pause = delay(wait)
      }
    } finally {
      this.#releaseSlot()
    }
  }

  async #acquireSlot(): Promise<void> {
    if (this.#running < CONCURRENT_REQUESTS) this.#running++
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  /** Hands the slot to the next waiting request, if there is one. */
  #releaseSlot(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#running--
  }

  async #sendOnce(path: string, options: SendOptions): Promise<Exchange> {
    const { baseUrl, timeout } = this.options
    const url = `${baseUrl}/${path}`
    const credentials = this.#credentials(options)
    const headers = { ...ALWAYS_SENT, ...credentials, ...options.headers }
    for (let attempt = 1; ; attempt++) {
      this.#count()
      const { signal, clear } = deadline(timeout)
      try {
        // Following a redirect could send the credentials to another server.
        const response = await fetch(url, { headers, signal, redirect: 'manual' })
        const text = await response.text()
        this.#silent = 0
        const { status, headers: received } = response
        const shownCredentials = showCredentials(credentials, options)
        const body = parsed(text)
        return { url, options, shownCredentials, status, headers: received, text, body }
      } catch (error) {
        // The server may have closed an idle connection while the client sent the request on it.
        if (!signal.aborted && attempt === 1 && this.#silent === 0) continue
        const reason = signal.aborted
          ? `${url}: no response within ${timeout} ms`
          : fetchFailure(url, error)
        if (++this.#silent === MAX_SILENCE)
          this.#end = `${MAX_SILENCE} requests in a row had no response, the last one: ${reason}`
        throw new NoResponseError(reason, { cause: error })
      } finally {
        clear()
      }
    }
  }

  /** @throws RequestLimitError */
  #count(): void {
    const { maxRequests } = this.options
    if (this.#end !== undefined) throw new RequestLimitError(this.#end)
    if (this.#sent >= maxRequests)
      throw new RequestLimitError(`${maxRequests} requests were sent, the maximum (--max-requests)`)
    this.#sent++
  }

  #credentials({ credentials = 'given' }: SendOptions): Readonly<Record<string, string>> {
    const { headers } = this.options
    if (credentials === 'none') return {}
    if (credentials === 'given') return headers
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, `${schemeOf(name, value)}wrong`]),
    )
  }
}

/**
 * Like `AbortSignal.timeout`, but it keeps the process running: on Node.js 20, `fetch` may wait forever for a
 * connection that the server closes at once, with nothing else that keeps the process.
 */
function deadline(timeout: number): { readonly signal: AbortSignal; readonly clear: () => void } {
  const controller = new AbortController()
  const timer = setTimeout(() => {
    controller.abort()
  }, timeout)
  return {
    signal: controller.signal,
    clear: () => {
      clearTimeout(timer)
    },
  }
}

/** The scheme before a token, e.g. `Bearer `; empty for other headers, whose values are secret from the beginning. */
function schemeOf(name: string, value: string): string {
  const [scheme = ''] = /^[A-Za-z]\S* (?=\S+$)/.exec(value) ?? []
  return name.toLowerCase() === 'authorization' ? scheme : ''
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Milliseconds to wait before the next attempt; `undefined` if the response does not ask for one. */
function waitOf({ status, headers }: Exchange): number | undefined {
  const after = headers.get('Retry-After')
  if (status !== 429 && !(status >= 500 && after !== null)) return undefined
  const reset = headers.get('X-RateLimit-Reset')
  const until = secondsOf(after) ?? (reset === null ? 1 : Number(reset) - Date.now() / 1000)
  return Math.min(MAX_WAIT, Math.max(MIN_WAIT, until * 1000) || MIN_WAIT)
}

/** The seconds of `Retry-After`, which can be a number or a date. */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined
  if (/^\d+$/.test(header)) return Number(header)
  const seconds = (Date.parse(header) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : seconds
}

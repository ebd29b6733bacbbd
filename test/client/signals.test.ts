/** Signals of requests of the client, and what it does not do after an abort. */
import { createTableQueryClient } from '../../src/client'

const baseUrl = 'http://127.0.0.1:1/api'

it('calls no function of the options if the signal has aborted before', async () => {
  const called: string[] = []
  const client = createTableQueryClient({
    baseUrl,
    headers: () => {
      called.push('headers')
      return {}
    },
    fetch: () => {
      called.push('fetch')
      return new Promise(() => undefined)
    },
  })
  const signal = AbortSignal.abort('left')
  await expect(client.tables({ signal })).rejects.toBe('left')
  expect(called).toEqual([])
})

it('calls no `fetch` if the signal aborts during `headers`', async () => {
  const aborting = new AbortController()
  const sending = jest.fn()
  const client = createTableQueryClient({
    baseUrl,
    headers: () => {
      aborting.abort('left')
      return Promise.resolve({})
    },
    fetch: sending,
  })
  await expect(client.tables({ signal: aborting.signal })).rejects.toBe('left')
  expect(sending).not.toHaveBeenCalled()
})

it.each(['the context of a query of TanStack Query', 'a signal without `throwIfAborted`'])(
  'accepts %s',
  async (options) => {
    const { signal } = new AbortController()
    const context = { queryKey: ['tables'], meta: undefined, signal }
    // Older browsers have signals without it.
    if (options.startsWith('a signal')) Reflect.set(signal, 'throwIfAborted', undefined)
    const answering = (): Promise<Response> => Promise.resolve(Response.json(['a']))
    const client = createTableQueryClient({ baseUrl, fetch: answering })
    expect(await client.tables(context)).toEqual(['a'])
  },
)

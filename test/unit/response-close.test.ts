import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import Koa from 'koa'
import { createApp } from '../../src/app'
import { onResponseClose } from '../../src/http/response-close'
import { NO_TABLES } from '../support/no-tables'
import { serveApp } from '../support/serve-app'

it.each([
  [
    'throws',
    () => {
      throw new Error('the log is full')
    },
  ],
  ['rejects', () => Promise.reject(new Error('the log is full'))],
])(
  'an onResponse that %s emits an error of the app and affects no response',
  async (_failure, onResponse) => {
    const app = createApp({ tables: NO_TABLES, onResponse })
    const errors: unknown[] = []
    app.on('error', (error: Error) => errors.push(error.cause))
    const { origin, stop } = await serveApp(app)
    try {
      expect((await fetch(`${origin}/nope`)).status).toBe(404)
      expect((await fetch(`${origin}/nope`)).status).toBe(404)
      while (errors.length < 2) await delay(5)
      expect(errors).toEqual([new Error('the log is full'), new Error('the log is full')])
    } finally {
      stop()
    }
  },
)

it('calls listeners after one that throws, and listeners that are added after the close', async () => {
  const app = new Koa()
  app.silent = true
  const called: string[] = []
  const allCalled = new Promise<void>((resolve) => {
    app.use((ctx) => {
      onResponseClose(ctx, () => {
        throw new Error('the first listener fails')
      })
      onResponseClose(ctx, () => {
        called.push('second')
        onResponseClose(ctx, () => {
          called.push('added later')
          resolve()
        })
      })
      ctx.body = ''
    })
  })
  const { origin, stop } = await serveApp(app)
  try {
    await fetch(origin)
    await allCalled
    expect(called).toEqual(['second', 'added later'])
  } finally {
    stop()
  }
})

it('reports the close of a pipelined request whose client disconnects before its response', async () => {
  const app = new Koa()
  const closedPaths: string[] = []
  let markReceived: () => void = () => undefined
  let markClosed: () => void = () => undefined
  const received = new Promise<void>((resolve) => {
    markReceived = resolve
  })
  const closed = new Promise<void>((resolve) => {
    markClosed = resolve
  })
  app.use(async (ctx) => {
    onResponseClose(ctx, () => {
      closedPaths.push(ctx.path)
      if (closedPaths.length === 2) markClosed()
    })
    if (ctx.path === '/second') markReceived()
    await closed
  })
  const { origin, stop } = await serveApp(app)
  try {
    const client = connect(Number(new URL(origin).port), '127.0.0.1')
    client.write('GET /first HTTP/1.1\r\nHost: a\r\n\r\nGET /second HTTP/1.1\r\nHost: a\r\n\r\n')
    await received
    client.destroy()
    await closed
    expect(closedPaths).toEqual(['/first', '/second'])
  } finally {
    stop()
  }
})

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
])('an onResponse that %s is an error of the app, and stops nothing', async (_how, onResponse) => {
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
})

it('calls those behind one that throws, and those that come too late', async () => {
  const app = new Koa()
  app.silent = true
  const called: string[] = []
  const allCalled = new Promise<void>((resolve) => {
    app.use((ctx) => {
      onResponseClose(ctx, () => {
        throw new Error('the first one fails')
      })
      onResponseClose(ctx, () => {
        called.push('behind')
        onResponseClose(ctx, () => {
          called.push('late')
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
    expect(called).toEqual(['behind', 'late'])
  } finally {
    stop()
  }
})

it('tells of a pipelined request that its client has left before its turn', async () => {
  const app = new Koa()
  const left: string[] = []
  let allAsked: () => void = () => undefined
  let allLeft: () => void = () => undefined
  const asked = new Promise<void>((resolve) => {
    allAsked = resolve
  })
  const closed = new Promise<void>((resolve) => {
    allLeft = resolve
  })
  app.use(async (ctx) => {
    onResponseClose(ctx, () => {
      left.push(ctx.path)
      if (left.length === 2) allLeft()
    })
    if (ctx.path === '/second') allAsked()
    await closed
  })
  const { origin, stop } = await serveApp(app)
  try {
    const client = connect(Number(new URL(origin).port), '127.0.0.1')
    client.write('GET /first HTTP/1.1\r\nHost: a\r\n\r\nGET /second HTTP/1.1\r\nHost: a\r\n\r\n')
    await asked
    client.destroy()
    await closed
    expect(left).toEqual(['/first', '/second'])
  } finally {
    stop()
  }
})

/** Many requests on one connection, sent without waiting for the responses. */
import { getEventListeners, once } from 'node:events'
import { connect } from 'node:net'
import Koa from 'koa'
import { people } from '../../fixtures/conformance/conformance'
import { openDatabase } from '../../src/database/database'
import { statementSignal } from '../../src/http/client-connection'
import { createRouter } from '../../src/http/routes'
import { describeOneEngine, withoutApp } from '../support/describe-each-engine'
import { serveApp } from '../support/serve-app'

const PATHS = [
  'query?table=people',
  'query?table=people',
  'query?table=people&page=2&limit=3',
  'query?table=people&filter=a',
  'query?table=people&sort=nope:asc',
  'tables',
  'tables/people',
  'tables/nope',
]

withoutApp(describeOneEngine)('pipelined requests', { tables: [people], views: [] }, (t) => {
  it('get their responses in order, and leave no listener on the signal of the connection', async () => {
    const database = await openDatabase(t.database.url)
    const app = new Koa()
    const signals = new Set<AbortSignal>()
    app.use(async (ctx, next) => {
      signals.add(statementSignal(ctx))
      await next()
    })
    app.use(createRouter({ tables: database.tables, mountPath: '/' }).routes())
    const { origin, stop } = await serveApp(app)
    try {
      const socket = connect(Number(new URL(origin).port), '127.0.0.1')
      const paths = Array.from({ length: 5 }, () => PATHS).flat()
      const last = paths.length - 1
      for (const [index, path] of paths.entries()) {
        const close = index === last ? 'Connection: close\r\n' : ''
        socket.write(`GET /${path} HTTP/1.1\r\nHost: a\r\n${close}\r\n`)
      }
      let received = ''
      socket.setEncoding('utf8').on('data', (text: string) => (received += text))
      const listeners = (): unknown[] =>
        [...signals].flatMap((signal) => getEventListeners(signal, 'abort'))
      await once(socket, 'end')
      const statuses = [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)
      expect(statuses).toEqual(
        paths.map((path) =>
          path.includes('sort') ? '400' : path.includes('nope') ? '404' : '200',
        ),
      )
      expect(signals.size).toBe(1)
      expect(listeners()).toEqual([])
    } finally {
      stop()
      await database.close()
    }
  })
})

/** A typical hand-written handler with Koa. */
import Koa from 'koa'
import { plainHandler } from './plain-handler'
import { COLUMNS } from './table'

const answer = plainHandler(process.argv[2] ?? '', {
  columns: COLUMNS,
  searched: ['name', 'note'],
})
const app = new Koa()

app.use(async (ctx) => {
  ctx.body = await answer(ctx.query as Record<string, string>)
})

const server = app.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number }
  process.stdout.write(`http://127.0.0.1:${port} is ready\n`)
})

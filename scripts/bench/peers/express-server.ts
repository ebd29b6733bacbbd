/** A typical hand-written handler with Express. Arguments: the folder of Express, the database, the port. */
import type { IncomingMessage } from 'node:http'
import { plainHandler } from '../plain-handler'
import { COLUMNS, MORE_TEXTS, SEARCHED } from '../table'

interface Request extends IncomingMessage {
  readonly query: Record<string, string>
}

/** What is used of Express, which is no dependency of this project. */
interface Express {
  get(path: string, handler: (request: Request, response: Response) => Promise<void>): void
  listen(port: number, host: string): void
}

interface Response {
  json(body: unknown): void
}

const [, , folder = '', url = '', port = ''] = process.argv
// The folder is known at run time only.
// oxlint-disable-next-line typescript/no-require-imports
const express = require(folder) as () => Express

const answer = plainHandler(url, {
  columns: [...COLUMNS, ...Object.keys(MORE_TEXTS)],
  searched: SEARCHED,
})
const app = express()
app.get('/bench', async (request, response) => {
  response.json(await answer(request.query))
})
app.listen(Number(port), '127.0.0.1')

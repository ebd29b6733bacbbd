/** Soul, a REST server for SQLite: https://thevahidal.github.io/soul/ */
import { copyFile } from 'node:fs/promises'
import path from 'node:path'
import { npmPackage } from './npm-package'
import type { Peer } from './peer'
import { startProgram } from './start-program'

const VERSION = '0.8.2'

interface Body {
  readonly data: readonly { readonly id: unknown }[]
  readonly total: number
}

export const soul: Peer = {
  name: 'Soul',
  engines: ['sqlite'],
  description: `[Soul](https://thevahidal.github.io/soul/) ${VERSION} from npm, \`NODE_ENV=production\`, its default settings, on a copy of the file: it writes to its database at the start.`,
  prepare: async () => {
    await npmPackage('soul-cli', VERSION)
  },
  start: async ({ url }) => {
    const module = await npmPackage('soul-cli', VERSION)
    return startProgram(async ({ folder, port }) => {
      // It writes to its database at the start: the journal mode, and tables of its own.
      const copy = path.join(folder, 'bench.sqlite')
      await copyFile(url.slice('sqlite:'.length), copy)
      const server = path.join(module, 'src/server.js')
      return {
        command: [process.execPath, server, '--database', copy, '--port', String(port)],
        env: { NODE_ENV: 'production' },
      }
    })
  },
  // Every response has the total. A search covers all columns, numbers and dates among them.
  path: ({ page, filter, hasTotal }) => {
    if (!hasTotal) return undefined
    const search = filter === undefined ? '' : `&_search=${encodeURIComponent(filter)}`
    return `/api/tables/bench/rows?_limit=10&_page=${page}${search}`
  },
  parse: (body) => {
    const { data, total } = body as Body
    return { ids: data.map(({ id }) => id), total }
  },
}

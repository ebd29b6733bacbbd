/** This project, as built, with its default settings. */
import path from 'node:path'
import type { Peer } from './peer'
import { startProgram } from './start-program'

const PROGRAM = path.join(__dirname, '../../../dist/src/cli.js')

interface Body {
  readonly data: readonly { readonly id: unknown }[]
  readonly pagination: { readonly total: number }
}

export const tablequery: Peer = {
  name: 'tablequery',
  engines: ['postgres', 'sqlite', 'mysql', 'mariadb'],
  description: 'this project, started from the command line, with its default settings.',
  start: ({ url }) =>
    startProgram(({ port }) => ({
      command: [process.execPath, PROGRAM, url, '--port', String(port)],
      env: { NODE_ENV: 'production' },
    })),
  // A response always has the total.
  path: ({ page, filter }) => {
    const search = filter === undefined ? '' : `&filter=${encodeURIComponent(filter)}`
    return `/api/table-viewer/query?table=bench&limit=10&page=${page}${search}`
  },
  parse: (body) => {
    const { data, pagination } = body as Body
    return { ids: data.map(({ id }) => id), total: pagination.total }
  },
}

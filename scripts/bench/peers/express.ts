/** A typical handler, written by hand: Express and knex, the rows, then `count(*)`. */
import path from 'node:path'
import { npmPackage } from './npm-package'
import type { Peer } from './peer'
import { startProgram } from './start-program'

const VERSION = '5.1.0'

const SERVER = path.join(__dirname, 'express-server.ts')
const HOOK = path.join(__dirname, '../../../test/support/typescript-hook.cjs')

interface Body {
  readonly data: readonly { readonly id: unknown }[]
  readonly pagination: { readonly total?: number }
}

export const express: Peer = {
  name: 'Express + knex',
  engines: ['postgres', 'sqlite', 'mysql', 'mariadb'],
  description: `a typical handler, written by hand: Express ${VERSION} and knex, a pool of 10 connections, \`NODE_ENV=production\`. It selects the rows with \`limit\` and \`offset\`, then \`count(*)\` with the same condition: \`like\` with each column, by \`or\`.`,
  prepare: async () => {
    await npmPackage('express', VERSION)
  },
  start: async ({ url }) => {
    const module = await npmPackage('express', VERSION)
    return startProgram(({ port }) => ({
      command: [process.execPath, '--require', HOOK, SERVER, module, url, String(port)],
      env: { NODE_ENV: 'production' },
    }))
  },
  path: ({ page, filter, hasTotal }) => {
    const search = filter === undefined ? '' : `&filter=${encodeURIComponent(filter)}`
    return `/bench?limit=10&page=${page}${search}${hasTotal ? '' : '&total=no'}`
  },
  parse: (body) => {
    const { data, pagination } = body as Body
    return { ids: data.map(({ id }) => id), total: pagination.total }
  },
}

/** Datasette, which publishes SQLite files: https://datasette.io */
import path from 'node:path'
import { runCommand } from '../../../test/support/run-command'
import { unpackProgram } from '../../../test/support/test-programs'
import { ownLoader } from '../../../test/support/unpacked-packages'
import { SEARCHED } from '../table'
import { firstFile } from './first-file'
import type { Peer, BenchDatabase } from './peer'
import { startProgram, type ProgramPlace } from './start-program'

const CHOICE = { packages: ['datasette'], suite: 'sid' }

interface Body {
  readonly rows: readonly { readonly id: unknown }[]
  readonly filtered_table_rows_count: number | null
}

interface Program {
  readonly command: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** The Python of the same suite runs it. */
async function datasetteProgram(): Promise<Program> {
  const root = await unpackProgram('datasette', CHOICE, 'install datasette (Debian sid)')
  const python = firstFile(path.join(root, 'usr/bin'), /^python3\.\d+$/)
  return {
    command: [...ownLoader(root), python, '-m', 'datasette'],
    env: { PYTHONHOME: path.join(root, 'usr'), PYTHONNOUSERSITE: '1' },
  }
}

/** https://docs.datasette.io/en/stable/json_api.html; `_where` is a condition in SQL. */
const api: Pick<Peer, 'path' | 'parse'> = {
  path: ({ page, filter, hasTotal }) => {
    const parameters = new URLSearchParams({ _shape: 'objects', _size: '10' })
    if (!hasTotal) parameters.set('_nocount', '1')
    // Pages have no numbers: each response has the key of its last row as the token of the next page.
    // In the table `bench`, that key is known.
    if (page > 1) parameters.set('_next', String((page - 1) * 10))
    if (filter !== undefined) {
      const conditions = SEARCHED.map((name) => `${name} like '%${filter}%'`)
      parameters.set('_where', conditions.join(' or '))
    }
    return `/bench/bench.json?${parameters.toString()}`
  },
  parse: (body) => {
    const { rows, filtered_table_rows_count: total } = body as Body
    return { ids: rows.map(({ id }) => id), total: total ?? undefined }
  },
}

async function start(
  { url }: BenchDatabase,
  fileArguments: (file: string, place: ProgramPlace, program: Program) => Promise<string[]>,
): ReturnType<Peer['start']> {
  const program = await datasetteProgram()
  return startProgram(async (place) => {
    const database = await fileArguments(url.slice('sqlite:'.length), place, program)
    return {
      command: [
        ...program.command,
        'serve',
        ...database,
        ...['--port', String(place.port)],
        // Its default limit of a second is near the duration of a search.
        // https://docs.datasette.io/en/stable/settings.html
        ...['--setting', 'suggest_facets', 'off', '--setting', 'sql_time_limit_ms', '10000'],
      ],
      env: program.env,
    }
  })
}

const common = {
  engines: ['sqlite'],
  prepare: async (): Promise<void> => {
    await datasetteProgram()
  },
  version: async (): Promise<string> => {
    const { command, env } = await datasetteProgram()
    const [program = '', ...words] = command
    const text = await runCommand(program, [...words, '--version'], {
      env: { ...process.env, ...env },
    })
    return text.trim().split(' ').at(-1) ?? ''
  },
  ...api,
}

/** Serves a file that others may change. */
export const datasette: Peer = {
  name: 'Datasette',
  description:
    '[Datasette](https://datasette.io) from Debian sid, with `suggest_facets off` and a time limit of 10 seconds, because its default of one second is near the duration of a search. The condition of a search is SQL in the parameter `_where`.',
  ...common,
  start: (database) => start(database, (file) => Promise.resolve([file])),
}

/**
 * Serves a file that nobody may change while it runs, with totals counted before the start:
 * https://docs.datasette.io/en/stable/performance.html
 */
export const datasetteImmutable: Peer = {
  name: 'Datasette, immutable',
  description:
    'the same with `--immutable` and `--inspect-file`, as its documentation recommends for files that never change.',
  ...common,
  start: (database) =>
    start(database, async (file, { folder }, { command: [program = '', ...words], env }) => {
      const counts = path.join(folder, 'counts.json')
      await runCommand(program, [...words, 'inspect', file, '--inspect-file', counts], {
        env: { ...process.env, ...env },
      })
      return ['--immutable', file, '--inspect-file', counts]
    }),
}

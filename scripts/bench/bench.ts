/**
 * `npm run bench -- [peers] [handlers]`: compares this project with other servers (`peers`) and with
 * hand-written handlers (`handlers`); default: both. Writes the figures of each engine when it is
 * measured, and the document and its picture.
 */
import { parseCommandLine, refuse } from '../command-line'
import { writeDocument } from './document/write-document'
import { handlerFigures, peerFigures, replaceResults, thisMachine } from './figures'
import { measureHandlers } from './handler-suite'
import { measurePeers } from './peer-suite'
import { runAndStop } from './running'
import { measureStarts } from './start'

const MILLION = 1_000_000
/** Milliseconds of a turn of the comparison with other servers. */
const TURN = 1500

const ENGINES = ['postgres', 'sqlite', 'mysql', 'mariadb']

const { values, positionals } = parseCommandLine({
  allowPositionals: true,
  options: {
    /** Engines with the number of rows, e.g. `sqlite:1000000,postgres:1000`. */
    runs: { type: 'string' },
    turns: { type: 'string', default: '3' },
  },
})

interface Run {
  readonly engine: string
  readonly rows: number
}

const SUITES = { peers: comparePeers, handlers: compareHandlers }

const unknown = positionals.find((name) => !Object.hasOwn(SUITES, name))
if (unknown !== undefined) {
  refuse(`no comparison ${unknown}: choose among ${Object.keys(SUITES).join(', ')}`)
}

runAndStop(main)

async function main(): Promise<void> {
  for (const [name, compare] of Object.entries(SUITES)) {
    if (positionals.length === 0 || positionals.includes(name)) await compare(Number(values.turns))
  }
}

async function comparePeers(turns: number): Promise<void> {
  for (const { engine, rows } of runs([])) {
    const { versions, results, missing } = await measurePeers({
      engine,
      rows,
      turns,
      duration: TURN,
    })
    const before = peerFigures.read()
    const isOther = (one: { readonly engine: string }): boolean => one.engine !== engine
    peerFigures.write({
      machine: thisMachine(turns),
      versions: { ...before.versions, ...versions },
      missing: [...before.missing.filter(isOther), ...missing],
      results: [...before.results.filter(isOther), ...results],
    })
    writeDocument()
  }
}

async function compareHandlers(turns: number): Promise<void> {
  const starts = await measureStarts()
  for (const { engine, rows } of runs([
    { engine: 'postgres', rows: 10 * MILLION },
    { engine: 'sqlite', rows: 10 * MILLION },
  ])) {
    const results = await measureHandlers(engine, rows, turns)
    handlerFigures.write({
      machine: thisMachine(turns),
      starts,
      results: replaceResults(handlerFigures.read().results, results),
    })
    writeDocument()
  }
}

/** The chosen runs; default: a million rows on each engine, and `more`. */
function runs(more: readonly Run[]): readonly Run[] {
  if (values.runs === undefined) {
    return [...ENGINES.map((engine) => ({ engine, rows: MILLION })), ...more]
  }
  return values.runs.split(',').map((run) => {
    const [engine = '', rows] = run.split(':')
    return { engine, rows: Number(rows) }
  })
}

/** The measured figures, as files that the document and its picture are made from. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import path from 'node:path'
import type { Start } from './start'

/** Measurements of each turn. */
export interface Turns {
  /** Requests per second. */
  readonly rates: number[]
  /** Milliseconds of a request: the median of a turn, and the limit that 99 % do not exceed. */
  readonly medians: number[]
  readonly p99s: number[]
}

export interface PeerResult extends Turns {
  readonly engine: string
  readonly rows: number
  readonly case: string
  readonly peer: string
  /** Why the responses are not what was asked for; then nothing is measured. */
  readonly failure?: string
}

/** A server that could not be measured on the machine. */
export interface MissingPeer {
  readonly peer: string
  readonly engine: string
  readonly reason: string
}

export interface PeerFigures {
  readonly machine: Machine
  /** Versions of servers by their names, where the description has none. */
  readonly versions: Readonly<Record<string, string>>
  readonly missing: readonly MissingPeer[]
  readonly results: readonly PeerResult[]
}

export interface HandlerResult {
  readonly engine: string
  readonly rows: number
  readonly case: string
  readonly figures: Readonly<Record<string, HandlerTurns>>
  /** Megabytes of memory of each contender after its start. */
  readonly idleMemory: Readonly<Record<string, number>>
}

export interface HandlerTurns extends Turns {
  /** Megabytes. */
  readonly memory: number[]
  /** Milliseconds of the slow queries that ran in parallel. */
  readonly scans: number[]
}

export interface HandlerFigures {
  readonly machine: Machine
  readonly starts: readonly Start[]
  readonly results: readonly HandlerResult[]
}

/** Where and how the figures were measured last. */
export interface Machine {
  readonly processors: string
  readonly node: string
  readonly turns: number
}

export function thisMachine(turns: number): Machine {
  const model = cpus()[0]?.model ?? 'unknown processors'
  return { processors: `${cpus().length} cores (${model})`, node: process.version, turns }
}

const FOLDER = path.join(__dirname, 'figures')

export const peerFigures = figuresFile<PeerFigures>('peers.json', {
  versions: {},
  missing: [],
  results: [],
})

export const handlerFigures = figuresFile<HandlerFigures>('handlers.json', {
  starts: [],
  results: [],
})

interface FiguresFile<Figures> {
  read(): Figures
  write(figures: Figures): void
}

/** One result is one line, so that a difference between two runs can be read. */
function figuresFile<Figures extends object>(
  name: string,
  empty: Omit<Figures, 'machine'>,
): FiguresFile<Figures> {
  const file = path.join(FOLDER, name)
  return {
    read: () =>
      JSON.parse(existsSync(file) ? readFileSync(file, 'utf8') : JSON.stringify(empty)) as Figures,
    write: (figures) => {
      const members = Object.entries(figures).map(([member, value]) => {
        const text = Array.isArray(value)
          ? `[\n${value.map((one) => `    ${rounded(one)}`).join(',\n')}\n  ]`
          : rounded(value)
        return `  ${JSON.stringify(member)}: ${text}`
      })
      writeFileSync(file, `{\n${members.join(',\n')}\n}\n`)
    },
  }
}

/** Four digits: the rest is noise. */
function rounded(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'number' && !Number.isInteger(inner) ? Number(inner.toPrecision(4)) : inner,
  )
}

/** The results, with those of one engine and size replaced. */
export function replaceResults<Result extends { engine: string; rows: number }>(
  before: readonly Result[],
  after: readonly Result[],
): Result[] {
  const isReplaced = (one: Result): boolean =>
    after.some(({ engine, rows }) => engine === one.engine && rows === one.rows)
  return [...before.filter((one) => !isReplaced(one)), ...after]
}

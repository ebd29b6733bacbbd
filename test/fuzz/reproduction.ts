/** A failing case as a text: tables, changes, the request that went wrong, and all answers to it. */
import type { Wrong } from './disagreement'
import type { FuzzRound } from './engines'
import type { FuzzCase } from './fuzz-case'
import type { FuzzTable } from './random-table'

export interface WrongAnswer extends Wrong {
  readonly engine: string
  /** Of the round, from 0. */
  readonly number: number
}

export function reproduction(
  { isViewed, phases }: FuzzCase,
  wrong: WrongAnswer,
  received: readonly { readonly name: string; readonly rounds: readonly FuzzRound[] }[],
): string {
  const round = received.find(({ name }) => name === wrong.engine)?.rounds[wrong.number]
  const [first] = phases
  const lines = [
    ...(isViewed ? [`view ${JSON.stringify(first?.served.name)} of all of it`] : []),
    ...(first?.tables ?? []).flatMap(tableLines),
  ]
  for (const { change, tables } of phases.slice(1, (round?.phase ?? 0) + 1)) {
    lines.push(`then: ${json(change)}`, ...tables.slice(0, 1).flatMap(tableLines))
  }
  const asked = received[0]?.rounds.slice(0, wrong.number + 1).map((each) => describe(each)) ?? []
  lines.push(`rounds of requests: ${asked.join(', ')}`, `${wrong.engine}: GET ${wrong.path}`)
  for (const [at, request] of (phases[round?.phase ?? 0]?.requests ?? []).entries()) {
    lines.push(`  request ${at}: ${json(request)}`)
  }
  lines.push(`  got ${answerLine(wrong.answer)}`, `  ${wrong.why}`)
  for (const error of round?.errors ?? []) lines.push(`  the log: ${messageOf(error)}`)
  for (const { name, rounds } of received) {
    const { [wrong.number]: other } = rounds
    const answer = wrong.index === undefined ? undefined : other?.answers[wrong.index]
    if (answer && name !== wrong.engine) lines.push(`  ${name}: ${answerLine(answer)}`)
  }
  return lines.join('\n')
}

function describe({ phase, isStale }: FuzzRound): string {
  if (phase === 0) return 'at first'
  return `${isStale ? 'at once' : 'a second'} after change ${phase}`
}

function answerLine({ status, text, isNotModified }: Wrong['answer']): string {
  return `${status} ${text}${isNotModified ? ' (as a 304 said)' : ''}`
}

/** With the driver's own words. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message}: ${messageOf(error.cause)}`
}

function tableLines(table: FuzzTable): string[] {
  return [
    `table ${json({ ...table, rows: undefined })}`,
    'rows',
    ...table.rows().map((row) => `  ${row.map(literal).join(', ')}`),
  ]
}

function json(value: unknown): string {
  return JSON.stringify(value, (_key, of: unknown) => (typeof of === 'bigint' ? literal(of) : of))
}

function literal(value: unknown): string {
  if (Buffer.isBuffer(value)) return `x'${value.toString('hex')}'`
  return typeof value === 'bigint' ? `${value}n` : JSON.stringify(value)
}

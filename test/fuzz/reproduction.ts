/** The text of a failing case: tables, changes, the request with the wrong response, and all responses. */
import type { Wrong } from './disagreement'
import type { FuzzRound } from './engines'
import type { FuzzCase } from './fuzz-case'
import type { FuzzTable } from './random-table'

export interface WrongResponse extends Wrong {
  readonly engine: string
  /** Index of the round. */
  readonly number: number
}

export function reproduction(
  { isViewed, phases }: FuzzCase,
  wrong: WrongResponse,
  received: readonly { readonly name: string; readonly rounds: readonly FuzzRound[] }[],
): string {
  const round = received.find(({ name }) => name === wrong.engine)?.rounds[wrong.number]
  const [first] = phases
  const lines = [
    ...(isViewed ? [`view ${JSON.stringify(first?.served.name)} of the whole table`] : []),
    ...(first?.tables ?? []).flatMap(tableLines),
  ]
  for (const { change, tables } of phases.slice(1, (round?.phase ?? 0) + 1)) {
    lines.push(`then: ${json(change)}`, ...tables.slice(0, 1).flatMap(tableLines))
  }
  const sent = received[0]?.rounds.slice(0, wrong.number + 1).map((each) => describe(each)) ?? []
  lines.push(`rounds of requests: ${sent.join(', ')}`, `${wrong.engine}: GET ${wrong.path}`)
  for (const [at, request] of (phases[round?.phase ?? 0]?.requests ?? []).entries()) {
    lines.push(`  request ${at}: ${json(request)}`)
  }
  lines.push(`  got ${responseLine(wrong.response)}`, `  ${wrong.reason}`)
  for (const error of round?.errors ?? []) lines.push(`  the log: ${messageOf(error)}`)
  for (const { name, rounds } of received) {
    const { [wrong.number]: other } = rounds
    const response = wrong.index === undefined ? undefined : other?.responses[wrong.index]
    if (response && name !== wrong.engine) lines.push(`  ${name}: ${responseLine(response)}`)
  }
  return lines.join('\n')
}

function describe({ phase, isStale }: FuzzRound): string {
  if (phase === 0) return 'before the changes'
  return `${isStale ? 'right' : 'a second'} after change ${phase}`
}

function responseLine({ status, text, isNotModified }: Wrong['response']): string {
  return `${status} ${text}${isNotModified ? ' (by a 304)' : ''}`
}

/** The message of an error and of its causes, e.g. that of the driver. */
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
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'bigint' ? literal(member) : member,
  )
}

function literal(value: unknown): string {
  if (Buffer.isBuffer(value)) return `x'${value.toString('hex')}'`
  return typeof value === 'bigint' ? `${value}n` : JSON.stringify(value)
}

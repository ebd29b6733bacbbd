/** The processor time that requests take in each part of a deployment. */
import type { Costs, Work } from './cost-model'

export const PARTS = ['programs', 'databases', 'nginx', 'client'] as const
export type Part = (typeof PARTS)[number]

/** Seconds of processor time of each part. */
export type Seconds = Readonly<Record<Part, number>>

/** What some requests took. */
export interface Usage {
  readonly requests: number
  /** Seconds. */
  readonly wall: number
  readonly seconds: Seconds
}

/** What requests take on average. */
export interface Observed {
  readonly work: Work
  /** Requests per second. */
  readonly rate: number
  /** Of one request. */
  readonly seconds: Seconds
  /** Cores that were busy with the requests. */
  readonly cores: number
}

export function eachPart(value: (part: Part) => number): Seconds {
  return {
    programs: value('programs'),
    databases: value('databases'),
    nginx: value('nginx'),
    client: value('client'),
  }
}

export function sumOf(seconds: Seconds): number {
  return PARTS.reduce((sum, part) => sum + seconds[part], 0)
}

export function observed(work: Work, usages: readonly Usage[]): Observed {
  const total = (value: (usage: Usage) => number): number =>
    usages.reduce((sum, usage) => sum + value(usage), 0)
  const requests = total((usage) => usage.requests)
  const wall = total((usage) => usage.wall)
  const seconds = eachPart((part) => total((usage) => usage.seconds[part]) / requests)
  return { work, rate: requests / wall, seconds, cores: (sumOf(seconds) * requests) / wall }
}

/** Prints the figures of docs/how-to/scaling.md. */
export function report(title: string, { rate, seconds, cores }: Observed): void {
  const parts = PARTS.map((part) => `${part} ${(seconds[part] * 1000).toFixed(3)} ms`)
  process.stderr.write(
    `${title}: ${rate.toFixed(0)} requests/s on ${cores.toFixed(2)} cores; ${parts.join(', ')}\n`,
  )
}

export function reportCosts(part: Part, { request, row, searched }: Costs): void {
  const microseconds = [request, row, searched].map((seconds) => (seconds * 1e6).toFixed(2))
  const [perRequest, perRow, perSearched] = microseconds
  process.stderr.write(
    `${part}: ${perRequest} µs for a request, ${perRow} for a row, ${perSearched} for a row searched\n`,
  )
}

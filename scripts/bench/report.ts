/** The figures as a document. */
import { cpus } from 'node:os'
import type { Start } from './start'

/** Of each turn. */
export interface Figures {
  readonly rates: number[]
  readonly medians: number[]
  readonly p99s: number[]
  readonly memory: number[]
  /** Milliseconds of what was asked beside, if anything was. */
  readonly scans: number[]
}

export interface Result {
  readonly engine: string
  readonly rows: number
  readonly case: string
  readonly figures: Readonly<Record<string, Figures>>
  /** Megabytes that each held when it was ready. */
  readonly idleMemory: Readonly<Record<string, number>>
}

export function report(
  results: readonly Result[],
  starts: readonly Start[],
  turns: number,
): string {
  const ofStarts = (name: keyof Start): number[] => starts.map((start) => start[name])
  const groups = new Map<string, Result[]>()
  for (const result of results) {
    const title = `${result.engine}, ${result.rows.toLocaleString('en')} rows`
    groups.set(title, [...(groups.get(title) ?? []), result])
  }
  const sections = [...groups].map(([title, group]) => section(title, group))
  return `# Benchmarks

Written by \`npm run bench\`, on ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}) with Node.js ${process.version}, clients, servers and database together. Compare what stands in one row: contenders took ${turns} turns each, A B A B. Each figure is minimum / median / maximum of the turns.

- **tablequery**: this project, by its command line, with an exact total in every answer.
- **bare**: \`node:http\`, the driver and hand-written SQL with the same values; no total. **counting**: the same with \`count(*)\` in each request.
- **plain**: Koa and knex, rows, then the count; values as the drivers give them.

From its start on the example database, tablequery takes ${spread(ofStarts('untilReady'), 0)} ms until it says that it is ready and ${spread(ofStarts('untilAnswered'), 0)} ms until it has answered a query; Node.js itself takes ${spread(ofStarts('node'), 0)} ms to start and end.

${sections.join('\n')}`
}

function section(title: string, group: readonly Result[]): string {
  const rows = group.flatMap((result) =>
    Object.entries(result.figures).map(([name, figures]) => {
      const own = result.figures['tablequery']
      const ratio =
        own && name !== 'tablequery' ? (median(own.rates) / median(figures.rates)).toFixed(2) : ''
      return `| ${result.case} | ${name} | ${spread(figures.rates, 0)} | ${spread(figures.medians, 2)} | ${spread(figures.p99s, 1)} | ${median(figures.memory).toFixed(0)} | ${ratio} |`
    }),
  )
  const scans = group.flatMap(({ figures }) => figures['tablequery']?.scans ?? [])
  const idle = group.flatMap(({ idleMemory: { tablequery } }) => tablequery ?? [])
  return `## ${title}

| Case | Contender | Requests/s | Latency, ms | p99, ms | Memory, MB | tablequery is × |
| --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

The scan beside which tablequery answers small requests takes, s: ${spread(scans.map(toSeconds), 1)}. Memory that it holds when it is ready, MB: ${spread(idle, 0)}.
`
}

function toSeconds(milliseconds: number): number {
  return milliseconds / 1000
}

function spread(values: readonly number[], digits: number): string {
  return [Math.min(...values), median(values), Math.max(...values)]
    .map((value) => value.toFixed(digits))
    .join(' / ')
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN
}

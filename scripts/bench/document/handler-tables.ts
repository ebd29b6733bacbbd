/** The tables of the comparison with hand-written handlers. */
import { median } from '../../../test/support/median'
import { markdownTable } from '../../markdown-table'
import type { HandlerFigures, HandlerResult } from '../figures'
import type { Start } from '../start'
import { grouped } from './grouped'
import { spread } from './measures'

const HEAD = [
  ...['Case', 'Contender', 'Requests/s', 'Latency, ms', 'p99, ms', 'Memory, MB'],
  'tablequery is ×',
]

export function handlerTables({ results }: HandlerFigures): string {
  return grouped(results)
    .map(({ title, group }) => section(title, group))
    .join('\n')
}

export function startText({ starts }: HandlerFigures): string {
  const of = (name: keyof Start): string =>
    spread(
      starts.map((start) => start[name]),
      0,
    )
  return `On the example database, tablequery takes ${of('untilReady')} ms to become ready and ${of('untilResponse')} ms to its first response; Node.js itself takes ${of('node')} ms to start and exit.`
}

function section(title: string, group: readonly HandlerResult[]): string {
  const rows = group.flatMap((result) =>
    Object.entries(result.figures).map(([name, figures]) => {
      const own = result.figures['tablequery']
      const ratio =
        own && name !== 'tablequery' ? (median(own.rates) / median(figures.rates)).toFixed(2) : ''
      return [
        ...[result.case, name, spread(figures.rates, 0), spread(figures.medians, 2)],
        ...[spread(figures.p99s, 1), median(figures.memory).toFixed(0), ratio],
      ]
    }),
  )
  const scans = group.flatMap(({ figures }) => figures['tablequery']?.scans ?? [])
  const idle = group.flatMap(({ idleMemory: { tablequery } }) => tablequery ?? [])
  const seconds = scans.map((scan) => scan / 1000)
  return `### Handlers: ${title}

${markdownTable([HEAD, ...rows])}
Duration of the scan in "small requests beside a scan", s: ${spread(seconds, 1)}. Memory of tablequery after its start, MB: ${spread(idle, 0)}.
`
}

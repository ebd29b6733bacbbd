/** The tables of the comparison with other servers. */
import { median } from '../../../test/support/median'
import { markdownTable } from '../../markdown-table'
import type { PeerFigures, PeerResult } from '../figures'
import { PEERS } from '../peers'
import { PEER_CASES } from '../peers/peer-cases'
import { engineName, grouped } from './grouped'
import { milliseconds, short, spread } from './measures'

/** The cases of the short table and of the picture: one client that needs the total. */
export const MAIN_CASES = PEER_CASES.filter(
  ({ clients, request }) => clients === 1 && request(0, 100).hasTotal,
).map(({ name }) => name)

/** One row for each engine and case, one column for each server. */
export function mainTable({ results }: PeerFigures): string {
  const names = PEERS.map(({ name }) => name).filter((name) =>
    results.some(({ peer }) => peer === name),
  )
  const rows = grouped(results).flatMap(({ title, group }) =>
    MAIN_CASES.map((name) => {
      const ofCase = group.filter((result) => result.case === name)
      const own = medianOf(ofCase.find(({ peer }) => peer === 'tablequery'))
      const cells = names.map((peer) =>
        cell(
          ofCase.find((result) => result.peer === peer),
          own,
        ),
      )
      return [title.split(',')[0] ?? '', name, ...cells]
    }),
  )
  return markdownTable([['Engine', 'Case', ...names], ...rows])
}

function medianOf(result: PeerResult | undefined): number {
  return median(result?.medians ?? [])
}

function cell(result: PeerResult | undefined, own: number): string {
  if (!result) return ''
  if (result.failure !== undefined) return 'fails'
  const value = medianOf(result)
  const isOther = result.peer !== 'tablequery' && !Number.isNaN(own)
  return isOther ? `${milliseconds(value)} (${short(value / own)} ×)` : milliseconds(value)
}

const HEAD = ['Case', 'Server', 'Latency, ms', 'p99, ms', 'Requests/s']

export function peerTables({ results }: PeerFigures): string {
  return grouped(results)
    .map(({ title, group }) => {
      const rows = group.map((result) => [result.case, result.peer, ...figuresOf(result)])
      return `### Servers: ${title}\n\n${markdownTable([HEAD, ...rows])}`
    })
    .join('\n')
}

function figuresOf({ failure, medians, p99s, rates }: PeerResult): string[] {
  if (failure !== undefined) return [`fails: ${failure}`, '', '']
  return [spread(medians, 2), spread(p99s, 1), spread(rates, 1)]
}

/** A line for each server that was not measured, with the reason. */
export function missingText({ missing }: PeerFigures): string {
  const texts = new Set(missing.map(({ peer, reason }) => `${peer}: ${reason}`))
  return [...texts]
    .map((text) => {
      const engines = missing.filter(({ peer, reason }) => text === `${peer}: ${reason}`)
      const names = engines.map(({ engine }) => engineName(engine)).join(', ')
      return `- NOT MEASURED on ${names}: ${text}.\n`
    })
    .join('')
}

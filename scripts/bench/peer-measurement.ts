/** Measures one case with all servers, in turns. A server whose response is not right is not measured. */
import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { PeerResult } from './figures'
import { get, measure, type Load } from './load'
import type { Peer, RunningPeer } from './peers/peer'
import { expectedPage, type PeerCase } from './peers/peer-cases'
import { isEnding } from './running'

export interface Contender extends RunningPeer {
  readonly peer: Peer
}

export interface PeerSetting {
  readonly engine: string
  readonly rows: number
  readonly turns: number
  /** Milliseconds of a turn; a request that has begun is awaited. */
  readonly duration: number
}

interface Measured {
  readonly contender: Contender
  readonly load: Load
  readonly rates: number[]
  readonly medians: number[]
  readonly p99s: number[]
  failure?: string
}

export async function measureCase(
  one: PeerCase,
  contenders: readonly Contender[],
  { engine, rows, turns, duration }: PeerSetting,
): Promise<PeerResult[]> {
  const all = contenders.flatMap((contender) => startOf(contender, one, rows, duration))
  await forEach(all, ({ contender }) => check(contender, one, rows))
  await forEach(all, ({ load }) => measure({ ...load, duration: duration / 3 }))
  // By then tablequery has the places of deep pages, which it looks up in the background.
  await delay(rows / 500)
  for (let turn = 0; turn < turns; turn++) {
    await forEach(all, async ({ load, rates, medians, p99s }) => {
      const { rate, median, p99 } = await measure(load)
      rates.push(rate)
      medians.push(median)
      p99s.push(p99)
    })
  }
  return all.map(({ contender, failure, rates, medians, p99s }) => ({
    ...{ engine, rows, case: one.name, peer: contender.peer.name },
    ...(failure === undefined
      ? { rates, medians, p99s }
      : { rates: [], medians: [], p99s: [], failure }),
  }))
}

/** Empty if the server cannot express the requests. */
function startOf(
  contender: Contender,
  { clients, request }: PeerCase,
  rows: number,
  duration: number,
): Measured[] {
  const { origin, peer } = contender
  if (peer.path(request(0, rows)) === undefined) return []
  const path = (number: number): string => peer.path(request(number, rows)) ?? ''
  const load = { origin, path, clients, duration }
  return [{ contender, load, rates: [], medians: [], p99s: [] }]
}

/** One after the other. A server that has failed is left out from then on. */
async function forEach(
  all: readonly Measured[],
  act: (measured: Measured) => Promise<unknown>,
): Promise<void> {
  for (const measured of all.filter(({ failure }) => failure === undefined)) {
    try {
      await act(measured)
    } catch (error) {
      if (isEnding()) throw error
      measured.failure = (error as Error).message.slice(0, 200)
    }
  }
}

/** @throws Error if the response is not the page that was requested */
async function check({ peer, origin }: Contender, one: PeerCase, rows: number): Promise<void> {
  const request = one.request(0, rows)
  const { ids, total } = expectedPage(request, rows)
  const body: unknown = JSON.parse(await get(undefined, origin + (peer.path(request) ?? '')))
  const page = peer.parse(body)
  if (!isDeepStrictEqual(page.ids.map(Number), ids)) {
    throw new Error(`other rows: ${page.ids.join(', ')}`)
  }
  if (request.hasTotal && Number(page.total) !== total) {
    throw new Error(`another total: ${String(page.total)}`)
  }
}

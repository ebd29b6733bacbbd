/**
 * Compares this project with other servers: the same table, the same pages, in turns (A B A B), so that
 * other load on the machine affects all of them.
 */
import { startDatabase, type PrivateDatabase } from './bench-database'
import type { MissingPeer, PeerResult } from './figures'
import { measureCase, type Contender, type PeerSetting } from './peer-measurement'
import { PEERS } from './peers'
import type { Peer } from './peers/peer'
import { PEER_CASES } from './peers/peer-cases'
import { stopAtEnd } from './running'
import { MORE_TEXTS } from './table'

interface PeerRun {
  readonly versions: Readonly<Record<string, string>>
  readonly results: readonly PeerResult[]
  readonly missing: readonly MissingPeer[]
}

export async function measurePeers(setting: PeerSetting): Promise<PeerRun> {
  const { engine, rows } = setting
  const database = await startDatabase(engine, rows, MORE_TEXTS)
  const versions: Record<string, string> = {}
  const missing: MissingPeer[] = []
  const contenders: Contender[] = []
  try {
    for (const peer of PEERS.filter(({ engines }) => engines.includes(engine))) {
      try {
        contenders.push(await start(peer, engine, database))
        if (peer.version) versions[peer.name] = await peer.version()
      } catch (error) {
        const [reason = ''] = (error as Error).message.split('\n')
        missing.push({ peer: peer.name, engine, reason })
        console.error(`NOT MEASURED: ${peer.name}: ${reason}`)
      }
    }
    const results: PeerResult[] = []
    for (const one of PEER_CASES) {
      const ofCase = await measureCase(one, contenders, setting)
      for (const result of ofCase) console.error(JSON.stringify(result))
      results.push(...ofCase)
    }
    return { versions, results, missing }
  } finally {
    await Promise.all(contenders.map(({ stop }) => stop()))
    await database.stop()
  }
}

async function start(peer: Peer, engine: string, { url }: PrivateDatabase): Promise<Contender> {
  await peer.prepare?.()
  const { origin, stop } = await peer.start({ engine, url })
  return { peer, origin, stop: stopAtEnd(stop) }
}

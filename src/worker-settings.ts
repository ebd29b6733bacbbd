/** The settings of workers: those that the primary process has read. Sent over IPC, because they contain secrets. */
import { checkedSettings, type RawSettings } from './config'
import type { Settings } from './settings'
import { requestFromPrimary, respondToWorkers } from './worker-channel'

const TOPIC = 'settings'

/** Gives the settings to every worker that asks, also to one that is started later. */
export function giveSettings(raw: RawSettings): void {
  respondToWorkers(TOPIC, () => Promise.resolve(JSON.stringify([...raw])))
}

/** @throws Error if the primary process does not respond */
export async function receiveSettings(): Promise<Settings> {
  const text = await requestFromPrimary(TOPIC)
  return checkedSettings(
    new Map(JSON.parse(text) as [string, { value: unknown; source: string }][]),
  )
}

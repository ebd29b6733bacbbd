/**
 * Whether this tab follows changes. Stored in the tab, not in the URL, so that a shared link does not make
 * other browsers send requests.
 */
import { notify } from '../frame/notice'
import { createStore } from '../store'
import { readStored, writeStored } from '../stored'
import { t } from '../texts/texts'

const KEY = 'follow'
const following = createStore(readStored(KEY, 'session') === true)

export const useFollowing = following.use

export function setFollowing(isOn: boolean): void {
  following.set(isOn)
  writeStored(KEY, isOn ? true : undefined, 'session')
}

export function toggleFollowing(): void {
  setFollowing(!following.get())
  notify(following.get() ? t.followOn : t.followOff)
}

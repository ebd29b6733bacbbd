/** Whether keys without Ctrl act everywhere. Speech input can press them by accident: https://www.w3.org/TR/WCAG22/#character-key-shortcuts */
import { createStoredStore } from '../stored-store'

export const singleKeys = createStoredStore<boolean>('keys', (stored) => stored !== false)

/** The theme: light, dark, or the theme of the system. */
import { onStored } from '../stored'
import { createStoredStore } from '../stored-store'

const THEMES = ['system', 'light', 'dark'] as const
type Theme = (typeof THEMES)[number]

/** `theme.js` reads it too. */
const KEY = 'theme'

const theme = createStoredStore<Theme>(
  KEY,
  (stored) => THEMES.find((one) => one === stored) ?? 'system',
)
// Runs after the listener of the store, which first takes over the value.
onStored(KEY, applyTheme)

export const useTheme = theme.use

/** Changes to the next theme. */
export function changeTheme(): void {
  theme.set(nextTheme(theme.get()))
  applyTheme()
}

function applyTheme(): void {
  document.documentElement.dataset['theme'] = theme.get()
}

export function nextTheme(one: Theme): Theme {
  return THEMES[(THEMES.indexOf(one) + 1) % THEMES.length] ?? 'system'
}

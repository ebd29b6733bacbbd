/** The theme: light, dark, or the theme of the system. */
import { createStore } from '../store'
import { readStored, writeStored } from '../stored'

const THEMES = ['system', 'light', 'dark'] as const
type Theme = (typeof THEMES)[number]

/** `theme.js` reads it too. */
const KEY = 'theme'

const stored = readStored(KEY)
const theme = createStore<Theme>(THEMES.find((one) => one === stored) ?? 'system')

export const useTheme = theme.use

/** Changes to the next theme. */
export function changeTheme(): void {
  const next = nextTheme(theme.get())
  theme.set(next)
  document.documentElement.dataset['theme'] = next
  writeStored(KEY, next)
}

export function nextTheme(one: Theme): Theme {
  return THEMES[(THEMES.indexOf(one) + 1) % THEMES.length] ?? 'system'
}

/** Switches between the light, dark and system theme. */
import { useEffect, useState, type ReactNode } from 'react'
import { readStored, writeStored } from '../stored'

const THEMES = ['system', 'light', 'dark'] as const
type Theme = (typeof THEMES)[number]

/** `theme.js` reads it too. */
const KEY = 'theme'
const SIGN: Readonly<Record<Theme, string>> = { system: '◐', light: '☀', dark: '☾' }

export function ThemeSwitch(): ReactNode {
  const [theme, setTheme] = useState(storedTheme)
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme
    writeStored(KEY, theme)
  }, [theme])
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system'
  return (
    <button
      type="button"
      className="quiet"
      aria-label={`Colours: ${theme}. Change to ${next}`}
      title={`Colours: ${theme}`}
      onClick={() => {
        setTheme(next)
      }}
    >
      <span aria-hidden="true">{SIGN[theme]}</span>
    </button>
  )
}

function storedTheme(): Theme {
  const stored = readStored(KEY)
  return THEMES.find((theme) => theme === stored) ?? 'system'
}

/** The settings in force as JSON for `--config`, with nothing secret in it. */
import type { RawSettings } from './config'
import { isPlainPath } from './dialect/connection-text'
import { fromJsonText } from './setting-type'
import { SETTING_NAMES, SETTINGS, type Settings } from './settings'

const MASK = '***'

export function dumpConfig(settings: Settings, raw: RawSettings): string {
  const shown = SETTING_NAMES.map((name) => {
    // As it was written, for what it has become may not be JSON any more.
    const value = raw.has(name) ? written(raw.get(name)?.value) : settings[name]
    return [name, masked(value, SETTINGS[name].secret)] as const
  })
  return JSON.stringify(Object.fromEntries(shown), null, 2)
}

function written(value: unknown): unknown {
  return fromJsonText(value) ?? value
}

function masked(value: unknown, secret: 'whole' | 'in URL' | undefined): unknown {
  if (value === undefined || secret === undefined) return value
  if (secret === 'whole' || typeof value !== 'string') return MASK
  if (isPlainPath(value)) return value
  if (!URL.canParse(value)) return MASK
  const url = new URL(value)
  // A password that is not encoded may reach beyond the host.
  if (url.pathname.includes('@') || url.hash !== '') return MASK
  if (url.password !== '') url.password = MASK
  for (const name of url.searchParams.keys()) url.searchParams.set(name, MASK)
  return url.href
}

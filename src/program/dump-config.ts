/** Writes the effective settings as JSON for `--config`, with secrets masked. */
import type { RawSettings } from './checked-settings'
import { isPlainPath } from '../dialect/connection-text'
import { readJson } from '../settings/json-setting'
import { SETTING_NAMES, SETTINGS, type Settings } from './settings'

const MASK = '***'

export function dumpConfig(settings: Settings, raw: RawSettings): string {
  const entries = SETTING_NAMES.map((name) => {
    const value = jsonOf(settings[name], raw.get(name)?.value)
    return [name, masked(value, SETTINGS[name].secret)] as const
  })
  return JSON.stringify(Object.fromEntries(entries), null, 2)
}

/** A value in JSON. A text is not parsed: `123456` can be the name of an audience. */
function jsonOf(value: unknown, given: unknown): unknown {
  const isTextList = Array.isArray(value) && value.every((item) => typeof item === 'string')
  if (typeof value !== 'object' || isTextList || given === undefined) return value
  // Read from JSON, e.g. rules, which become regular expressions.
  return readJson(given).value
}

function masked(value: unknown, secret: 'whole' | 'in URL' | undefined): unknown {
  if (value === undefined || secret === undefined) return value
  if (secret === 'whole' || typeof value !== 'string') return MASK
  if (isPlainPath(value)) return value
  if (!URL.canParse(value)) return MASK
  const url = new URL(value)
  // A password that is not percent-encoded may extend into the path, the query or the fragment.
  if ((url.pathname + url.search).includes('@') || url.hash !== '') return MASK
  if (url.password !== '') url.password = MASK
  const names = [...url.searchParams.keys()]
  // A & in a password would make the rest of it the name of the next parameter.
  const firstPassword = names.findIndex((name) => name.endsWith('password'))
  const shown = firstPassword === -1 ? names : names.slice(0, firstPassword + 1)
  url.search = shown.map((name) => `${encodeURIComponent(name)}=${MASK}`).join('&')
  return url.href
}

/** Settings of the API's requests and responses. Each has the name and the type of an option of the app. */
import Joi from 'joi'
import { setting, type Setting, type SettingValues } from '../settings/setting-definition'
import { BOOLEAN, list, text, wholeNumber } from '../settings/setting-type'
import type { AppOptions } from './app-options'
import {
  DEFAULT_CACHE_CONTROL,
  DEFAULT_COMPRESSION,
  DEFAULT_MAX_LIMIT,
  DEFAULT_MOUNT_PATH,
  DEFAULT_RESPONSE_TIMEOUT,
} from './defaults'
import { URL_PATH, URL_PATH_SCHEMA } from './url-path'

const origins = Joi.array().items(
  Joi.string().custom((text: string) => {
    if (text !== '*' && text !== originOf(text)) throw new Error('not an origin')
    return text
  }),
)

/** @throws if it is not a URL */
function originOf(url: string): string | undefined {
  const { origin, protocol, host } = new URL(url)
  // Browsers send no origin with an asterisk, so a pattern would match none; `file:` has no host.
  if (host === '' || host.includes('*')) return undefined
  // The pages of apps and extensions have schemes without a standard, such as `capacitor:`, and send them as origins.
  return origin === 'null' ? `${protocol}//${host}` : origin
}

/** https://www.rfc-editor.org/rfc/rfc9111#name-cache-control */
const DIRECTIVE = String.raw`[\w-]+(?:=(?:[\w.-]+|"[\x20\x21\x23-\x7e]*"))?`

export const HTTP_SETTINGS = {
  mountPath: setting(text(URL_PATH, URL_PATH_SCHEMA), {
    description: "Path prefix of the API's routes",
    default: DEFAULT_MOUNT_PATH,
  }),
  maxLimit: setting(wholeNumber({ from: 1 }), {
    description: 'Largest page size (limit) that a request may ask for',
    default: DEFAULT_MAX_LIMIT,
  }),
  cacheControl: setting(
    text(
      'a value of the header Cache-Control, e.g. private, max-age=5',
      Joi.string().pattern(new RegExp(`^${DIRECTIVE}(?: *, *${DIRECTIVE})*$`)),
    ),
    { description: 'Cache-Control of successful responses', default: DEFAULT_CACHE_CONTROL },
  ),
  compression: setting(BOOLEAN, {
    description: 'Compress large responses when Accept-Encoding allows it',
    default: DEFAULT_COMPRESSION,
  }),
  corsOrigins: setting(list('a list of origins like https://app.example, or *', origins), {
    description: 'Origins whose pages may read responses (CORS)',
    default: [],
    unset: 'none',
  }),
  responseTimeout: setting(wholeNumber({ from: 100, to: 86_400_000, unit: 'milliseconds' }), {
    description: 'Maximum time for a client to receive a response; a slower one is disconnected',
    default: DEFAULT_RESPONSE_TIMEOUT,
  }),
} satisfies Partial<Record<keyof AppOptions, Setting<unknown>>>

export type HttpSettings = SettingValues<typeof HTTP_SETTINGS>

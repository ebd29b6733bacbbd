/** Keeps a secret that is given in place of the connection out of the error message. */
import { existsSync } from 'node:fs'
import { CONNECTION_TYPE } from '../database/database-settings'
import { isPlainPath } from '../dialect/connection-text'
import { looksLikePath } from '../settings/path-text'
import type { RawSetting } from './checked-settings'
import { ConfigError } from './config-error'

/** Where every user of the machine can read it anyway. */
const COMMAND_LINE = ['CONNECTION', '--connection']

/**
 * Refuses a word that names no file, before the error of the database would repeat it.
 * @throws ConfigError that names the source
 */
export function refuseMisplacedSecret({ value, source }: RawSetting): void {
  if (typeof value !== 'string' || COMMAND_LINE.includes(source)) return
  if (!isPlainPath(value) || looksLikePath(value) || existsSync(value)) return
  throw new ConfigError(`${source} must be ${CONNECTION_TYPE.allowed}; there is no such file`)
}

/** What `--check` prints about settings and a database with which the server has started. */
import { countPublishedKeys } from '../http/authentication/published-keys'
import type { Settings } from './settings'
import { startWarnings } from './start-warnings'

/**
 * @param database the report about the database
 * @throws StartError if the keys of tokens cannot be fetched, which the server does only for the first token
 */
export async function checkReport(settings: Settings, database: string): Promise<string> {
  const { jwksUrl } = settings
  const keys =
    jwksUrl === undefined
      ? ''
      : `Public keys of JSON Web Tokens: ${await countPublishedKeys(jwksUrl)}\n`
  const warnings = startWarnings(settings).map((warning) => `Warning: ${warning}\n`)
  const result = 'The settings are valid, and the database is available.\n'
  return result + database + keys + warnings.join('')
}

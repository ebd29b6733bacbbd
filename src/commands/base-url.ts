import { isHttp, plainBaseUrl } from '../base-url'
import { DEFAULT_MOUNT_PATH } from '../http/defaults'
import { StartError } from '../start-error'

const EXAMPLE = `http://127.0.0.1:3000${DEFAULT_MOUNT_PATH}`

/**
 * The argument BASE_URL, without trailing slashes.
 * @throws StartError
 */
export function baseUrlOf(positionals: readonly string[]): string {
  const [text, ...more] = positionals
  if (text === undefined || more.length > 0)
    throw new StartError(
      `exactly one BASE_URL is required, e.g. ${EXAMPLE}; ${positionals.length} were given`,
    )
  if (!URL.canParse(text) || !isHttp(new URL(text)))
    // The message does not contain the text, which may be a connection string with a password, given by mistake.
    throw new StartError(`BASE_URL must be an http or https URL, e.g. ${EXAMPLE}`)
  const baseUrl = plainBaseUrl(text)
  if (baseUrl === undefined)
    throw new StartError(
      'BASE_URL must have only a scheme, a host, a port and a path; pass credentials with --header',
    )
  return baseUrl
}

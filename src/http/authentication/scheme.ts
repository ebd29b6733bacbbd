import type { ParameterizedContext } from 'koa'
import { authenticationFailed, type ApiError } from '../../core/errors'
import type { Parameter, SecurityScheme } from '../openapi/objects'
import type { Principal } from './principal'

/** A method of authentication. */
export interface AuthenticationScheme {
  /** Name in `details.authMethod`. */
  readonly authMethod: string
  /** Names the credentials in messages, e.g. `a bearer token`. */
  readonly credentials: string
  /** Request headers that carry the credentials, for `Vary`. */
  readonly headers: readonly string[]
  /** One challenge of a `WWW-Authenticate` header. https://www.rfc-editor.org/rfc/rfc9110#section-11.6.1 */
  readonly challenge: string
  /** For the OpenAPI document. */
  readonly described: DescribedCredentials
  /**
   * Identifies the caller; `undefined` if the request has no credentials of this scheme.
   * @throws ApiError AUTHENTICATION_FAILED if the credentials are not valid
   */
  identify(ctx: ParameterizedContext): Promise<Principal | undefined>
}

/** Credentials in the OpenAPI document. */
export interface DescribedCredentials {
  /** How the request carries them. */
  readonly securityScheme: SecurityScheme
  /** Headers that accompany the credentials. */
  readonly parameters?: readonly Parameter[]
}

export const BEARER_CHALLENGE = 'Bearer realm="tablequery"'

/** What a bearer token consists of: https://www.rfc-editor.org/rfc/rfc6750#section-2.1 */
export const BEARER_TOKEN = '[A-Za-z0-9._~+/-]+=*'

const BEARER_CREDENTIALS = new RegExp(`^Bearer +(${BEARER_TOKEN}) *$`, 'i')

export function bearerToken(ctx: ParameterizedContext): string | undefined {
  return BEARER_CREDENTIALS.exec(ctx.get('Authorization'))?.[1]
}

/**
 * One message for all faults of a credential, so that it does not help an attacker to guess. Only expiry has its own,
 * which is checked after the signature.
 */
export function invalidCredential(
  authMethod: string,
  credential: string,
  options?: ErrorOptions,
): ApiError {
  return authenticationFailed(authMethod, `the ${credential} is not valid`, options)
}

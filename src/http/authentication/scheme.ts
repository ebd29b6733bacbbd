import type { ParameterizedContext } from 'koa'
import { authenticationFailed, type ApiError } from '../../core/errors'
import type { Parameter, SecurityScheme } from '../openapi/objects'
import type { Principal } from './principal'

/** One way for a caller to say who it is. */
export interface AuthenticationScheme {
  /** As `details.authMethod` names it. */
  readonly authMethod: string
  /** What a request must carry, e.g. `a bearer token`. */
  readonly credentials: string
  /** Request headers that carry it: answers differ by them. */
  readonly headers: readonly string[]
  /** One challenge of a `WWW-Authenticate` header. https://www.rfc-editor.org/rfc/rfc9110#section-11.6.1 */
  readonly challenge: string
  /** As the OpenAPI document has it. */
  readonly described: DescribedCredentials
  /**
   * `undefined` when the request has no credentials of this scheme.
   * @throws ApiError AUTHENTICATION_FAILED when it has some that do not hold
   */
  identify(ctx: ParameterizedContext): Promise<Principal | undefined>
}

export interface DescribedCredentials {
  readonly securityScheme: SecurityScheme
  /** Headers that go with the credential. */
  readonly parameters?: readonly Parameter[]
}

export const BEARER_CHALLENGE = 'Bearer realm="tablequery"'

/** https://www.rfc-editor.org/rfc/rfc6750#section-2.1 */
export function bearerToken(ctx: ParameterizedContext): string | undefined {
  return /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i.exec(ctx.get('Authorization'))?.[1]
}

/** One text for all that is wrong with a credential, so that nobody learns how near a guess was. */
export function notValid(authMethod: string, credential: string): ApiError {
  return authenticationFailed(authMethod, `the ${credential} is not valid`)
}

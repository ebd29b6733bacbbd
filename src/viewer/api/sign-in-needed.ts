import { AuthenticationFailedError } from '../../client'
import { credentialHeaders } from './credentials'

/** Whether there are no credentials, or the server refuses them. It may also accept them, and refuse a table. */
export function isSignInNeeded(error: Error | null): error is AuthenticationFailedError {
  if (!(error instanceof AuthenticationFailedError)) return false
  return error.authMethod !== 'permissions' || Object.keys(credentialHeaders()).length === 0
}

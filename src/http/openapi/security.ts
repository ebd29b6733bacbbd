/** Describes the configured authentication schemes. */
import type { Authentication } from '../authentication/authenticate'
import type { AuthenticationScheme } from '../authentication/scheme'
import type { Operation, Parameter, SecurityScheme } from './objects'

interface DescribedSecurity {
  readonly securitySchemes: Readonly<Record<string, SecurityScheme>>
  /** Alternatives: a request needs one of them. */
  readonly security: NonNullable<Operation['security']>
  /** Headers that accompany the credentials. */
  readonly parameters: readonly Parameter[]
}

/** Describes an authentication function, whose scheme is unknown: its challenge is for bearer tokens. */
const OF_FUNCTION: Pick<AuthenticationScheme, 'authMethod' | 'described'> = {
  authMethod: 'deployment',
  described: {
    securityScheme: {
      type: 'http',
      scheme: 'bearer',
      description: 'Credentials of this deployment, usually a bearer token.',
    },
  },
}

export function describedSecurity(by: Authentication | undefined): DescribedSecurity {
  const schemes = typeof by === 'function' ? [OF_FUNCTION] : (by ?? [])
  const entries = schemes.map(
    ({ authMethod, described }) => [authMethod, described.securityScheme] as const,
  )
  return {
    securitySchemes: Object.fromEntries(entries),
    security: entries.map(([name]) => ({ [name]: [] })),
    parameters: schemes.flatMap(({ described }) => described.parameters ?? []),
  }
}

/** How a caller says who it is, by the schemes in force. */
import type { Authentication } from '../authentication/authenticate'
import type { AuthenticationScheme } from '../authentication/scheme'
import type { Operation, Parameter, SecurityScheme } from './objects'

interface DescribedSecurity {
  readonly securitySchemes: Readonly<Record<string, SecurityScheme>>
  /** One of them is enough. */
  readonly security: NonNullable<Operation['security']>
  /** Headers that go with a credential. */
  readonly parameters: readonly Parameter[]
}

/** A function says nothing of itself; this is what it challenges callers for. */
const OF_FUNCTION: Pick<AuthenticationScheme, 'authMethod' | 'described'> = {
  authMethod: 'deployment',
  described: {
    securityScheme: {
      type: 'http',
      scheme: 'bearer',
      description: 'Whatever the deployment asks for, usually a bearer token.',
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

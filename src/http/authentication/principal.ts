import type { Rule } from '../../core/permission'

/** Who asks, once a scheme has made sure of it. */
export interface Principal {
  /** Of the scheme, as `details.authMethod` names it. */
  readonly authMethod: string
  /** Unique within its scheme; for logs and limits. */
  readonly name: string
  readonly roles: readonly string[]
  /** What it may read besides what its roles may, as its token says. */
  readonly rule?: Rule
  /** The role of the database that its requests run by, if it has one of its own. */
  readonly databaseRole?: string
  /** What its token says, for policies of the database. */
  readonly claims?: Readonly<Record<string, unknown>>
}

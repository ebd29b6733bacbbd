import type { Rule } from '../../core/permission'

/** The authenticated caller. */
export interface Principal {
  /** Name of the scheme, as in `details.authMethod`. */
  readonly authMethod: string
  /** Unique within its scheme; for logs and rate limits. */
  readonly name: string
  /** The roles that permissions refer to. */
  readonly roles: readonly string[]
  /** A rule from the caller's token, in addition to those of its roles. */
  readonly rule?: Rule
  /** The database role that runs its statements, if it has its own. */
  readonly databaseRole?: string
  /** The claims of its token, for policies of the database. */
  readonly claims?: Readonly<Record<string, unknown>>
}

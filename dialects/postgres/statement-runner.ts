import type { CatalogueStatement } from '../../src/dialect/catalogue'
import type { ConnectionOptions, DatabaseCaller } from '../../src/dialect/dialect'
import type { Cell } from '../../src/dialect/schema'
import type { Deadline } from '../../src/dialect/sessions/deadline'
import type { CompiledStatement } from '../../src/dialect/statement'
import { runAs } from './caller-session'
import { readCells, readObjects, type Wrap } from './rows-query'
import type { Session } from './session'
import { RESET_SETTINGS, type SessionSettings } from './session-settings'
import { inSnapshot } from './snapshot'
import { unlessRolledBack, withFreshPlan } from './statement-retry'
import { applyLocally, inTransaction, type LocalSettings } from './statement-transaction'

interface Circumstances {
  readonly deadline: Deadline
  readonly caller: DatabaseCaller | undefined
  /** See `CompiledStatement`. */
  readonly mayChangeSession?: boolean
}

/** Runs statements on a session, in a transaction of their own where the caller, a view or a pooler needs one. */
export class StatementRunner {
  private readonly settings: SessionSettings
  private readonly applied: LocalSettings

  /** @param settings SQL by name, of every session */
  constructor(
    settings: SessionSettings,
    private readonly options: Pick<ConnectionOptions, 'maxBytes' | 'statementTimeout'>,
  ) {
    this.settings = { transaction_read_only: "'on'", ...RESET_SETTINGS, ...settings }
    this.applied = { text: applyLocally(this.settings), values: [] }
  }

  /** @throws RoleRefusedError, ResultTooLargeError, TableChangedError, or an error of the driver */
  readRows(
    session: Session,
    statement: CompiledStatement,
    deadline: Deadline,
    caller?: DatabaseCaller,
  ): Promise<Cell[][]> {
    const { mayChangeSession = false } = statement
    return withFreshPlan(statement, () =>
      this.run(session, { deadline, caller, mayChangeSession }, (wrap) =>
        this.readCells(session, statement, wrap),
      ),
    )
  }

  /** For a statement within `inSnapshot`. @throws as `readRows` */
  readRowsOfSnapshot(session: Session, statement: CompiledStatement): Promise<Cell[][]> {
    // An error aborts the transaction, so the statement cannot run again in it.
    const attempts = 1
    return withFreshPlan(statement, () => this.readCells(session, statement), attempts)
  }

  /** Runs a statement of the catalogue. @throws as `readRows` */
  readObjects(
    session: Session,
    statement: CatalogueStatement,
    deadline: Deadline,
    caller?: DatabaseCaller,
  ): Promise<unknown[]> {
    return this.run(session, { deadline, caller }, (wrap) => readObjects(session, statement, wrap))
  }

  /** @param lock see `TableSchema` */
  inSnapshot<Result>(session: Session, lock: string, work: () => Promise<Result>): Promise<Result> {
    const { statementTimeout } = this.options
    return inSnapshot(session, { lock, settings: this.applied, statementTimeout }, work)
  }

  /** @param read sends the query that `wrap` returns */
  private run<Result>(
    session: Session,
    { deadline, caller, mayChangeSession = false }: Circumstances,
    read: (wrap?: Wrap) => Promise<Result>,
  ): Promise<Result> {
    return unlessRolledBack(this.options.statementTimeout, deadline, () => {
      const { settings, applied } = this
      if (caller) return runAs(session, caller, { settings, mayChangeSession }, read)
      if (session.pooler !== undefined)
        return inTransaction(session, { settings: applied, mayChangeSession }, read)
      return mayChangeSession ? inTransaction(session, { mayChangeSession }, read) : read()
    })
  }

  private readCells(
    session: Session,
    statement: CompiledStatement,
    wrap?: Wrap,
  ): Promise<Cell[][]> {
    return readCells(session, statement, this.options.maxBytes, wrap)
  }
}

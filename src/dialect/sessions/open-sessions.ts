/** Opens sessions on the hosts, closes them, and tells which of them may run another statement. */
import type { Address } from '../connection-url/address'
import { poolClosed } from './acquire-errors'
import { Deadline } from './deadline'
import { HostMonitor } from './host-monitor'
import type { Hosts } from './hosts'
import type { SessionDriver } from './session-driver'
import { HostNotUsableError, NoHostError, SilentDatabaseError } from './session-errors'
import { openSession } from './session-opener'

/** Milliseconds that the server may take to close a session, or to cancel its statement. */
export const CLOSE_TIMEOUT = 5000

interface Origin {
  readonly host: Address
  readonly generation: number
  readonly additions: number
}

export class OpenSessions<Session extends object> {
  private readonly monitor: HostMonitor<Session> | undefined
  private readonly origins = new Map<Session, Origin>()
  /**
   * Sessions of an earlier generation of their host are not used again. When one session gets no
   * response, the packets of all open sessions are lost, and each would need as long to detect it.
   */
  private readonly generations = new Map<Address, number>()
  private readonly stopping = new AbortController()

  /** @param connectTimeout milliseconds to wait for all hosts together, in each attempt */
  constructor(
    private readonly driver: SessionDriver<Session>,
    private readonly hosts: Hosts,
    private readonly connectTimeout: number,
  ) {
    const { readState } = driver
    if (!hosts.isChecked || !readState) return
    this.monitor = new HostMonitor(driver, readState, hosts, (host) => {
      this.leaveSilent(host)
    })
  }

  /**
   * Opens a session on the first host that can be used.
   * @param isSetUp whether it is going to run statements
   * @throws ConnectTimeoutError or an error of the driver; NoHostError if there are several hosts; an error of
   *   `stopOpening`
   */
  async open(isSetUp: boolean): Promise<Session> {
    const { signal } = this.stopping
    signal.throwIfAborted()
    this.monitor?.start()
    const failures = new Map<Address, unknown>()
    for (;;) {
      const host = this.hosts.candidates().find((candidate) => !failures.has(candidate))
      if (!host) throw this.failure(failures)
      try {
        return await this.openOn(host, isSetUp)
      } catch (error) {
        signal.throwIfAborted()
        failures.set(host, error)
        if (this.monitor) this.recordFailure(host, error)
      }
    }
  }

  /** Whether the session may be lent. */
  isFit(session: Session): boolean {
    const { host, additions } = this.originOf(session)
    if (!this.isCurrent(session) || !this.driver.isUsable(session)) return false
    if (!this.monitor) return true
    // A balanced session ends when a host is added, so that the host gets its share.
    const isOutdated = this.hosts.isBalanced && additions !== this.hosts.additions
    return this.hosts.isPreferred(host) && !isOutdated
  }

  hostOf(session: Session): Address {
    return this.originOf(session).host
  }

  /** Closes an idle session. */
  async end(session: Session): Promise<void> {
    const { driver } = this
    if (this.isCurrent(session)) await this.orDestroy(session, () => driver.close(session))
    else driver.destroy(session)
    this.origins.delete(session)
  }

  /**
   * Destroys the session if the work fails or takes too long.
   * @returns whether the work has succeeded
   */
  async orDestroy(session: Session, work: () => Promise<unknown>): Promise<boolean> {
    try {
      await new Deadline(CLOSE_TIMEOUT, () => new SilentDatabaseError()).limit(work())
      return true
    } catch {
      this.driver.destroy(session)
      return false
    }
  }

  /** Gives up all sessions of the session's host, which does not respond. */
  abandon(session: Session): Error {
    const { host } = this.originOf(session)
    this.generations.set(host, this.generationOf(host) + 1)
    this.driver.destroy(session)
    return new SilentDatabaseError()
  }

  /** Gives up the sessions that are being opened, and opens no others. */
  stopOpening(): void {
    this.stopping.abort(poolClosed())
  }

  /** Call it when every session is closed. */
  async stop(): Promise<void> {
    await this.monitor?.stop()
  }

  private async openOn(host: Address, isSetUp: boolean): Promise<Session> {
    const origin = { host, generation: this.generationOf(host), additions: this.hosts.additions }
    const created = new Set<Session>()
    try {
      const session = await openSession(
        this.driver,
        host,
        this.connectTimeout / this.hosts.all.length,
        {
          signal: this.stopping.signal,
          created: (next) => {
            created.add(next)
            this.origins.set(next, origin)
          },
          prepare: async (next) => {
            await this.monitor?.admit(host, next)
            if (isSetUp) await this.driver.setUp(next)
          },
        },
      )
      created.delete(session)
      return session
    } finally {
      for (const failed of created) this.origins.delete(failed)
    }
  }

  private recordFailure(host: Address, error: unknown): void {
    if (error instanceof HostNotUsableError) return
    if (this.driver.isAtLimit(error)) this.hosts.setFull(host)
    else this.hosts.setDown(host, error)
  }

  private failure(failures: ReadonlyMap<Address, unknown>): unknown {
    const errors = [...failures.values()]
    const [first] = errors
    // A server that is at its limit of sessions still works.
    const isFull = errors.length > 0 && errors.every((error) => this.driver.isAtLimit(error))
    if (!this.monitor || isFull) return first
    const reasons = this.hosts.reasons(failures)
    return new NoHostError(`no host can be used: ${reasons}`, { cause: first })
  }

  /**
   * Ends the statements on a host that does not respond, if another host can run them: their sessions
   * would keep the pool full until the statement timeout.
   */
  private leaveSilent(silent: Address): void {
    const others = this.hosts.candidates().filter((host) => host !== silent)
    if (!others.some((host) => this.hosts.isPreferred(host))) return
    this.generations.set(silent, this.generationOf(silent) + 1)
    for (const [session, { host }] of this.origins) {
      if (host === silent) this.driver.destroy(session)
    }
  }

  private isCurrent(session: Session): boolean {
    const { host, generation } = this.originOf(session)
    return generation === this.generationOf(host)
  }

  private generationOf(host: Address): number {
    return this.generations.get(host) ?? 0
  }

  private originOf(session: Session): Origin {
    const origin = this.origins.get(session)
    if (!origin) throw new Error('the session is not open')
    return origin
  }
}

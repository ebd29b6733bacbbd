/** Checks every host at a regular interval, each on a session of its own. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Address } from '../connection-url/address'
import { Deadline } from './deadline'
import type { ServerState } from './host-state'
import type { Hosts } from './hosts'
import type { SessionDriver } from './session-driver'
import { ConnectTimeoutError, SilentDatabaseError } from './session-errors'
import { openSession } from './session-opener'

/** Milliseconds between two checks of a host. */
const INTERVAL = 500

/** Milliseconds that a host may take to respond. With `INTERVAL`, a silent host is not used after 2.5 s. */
const RESPONSE_TIMEOUT = 2000

export class HostMonitor<Session extends object> {
  private readonly stopping = new AbortController()
  /** The session on each host, also while it connects. */
  private readonly sessions = new Map<Address, Session>()
  private loops: Promise<void>[] = []

  /** @param onSilent is called when a host has not responded in time */
  constructor(
    private readonly driver: SessionDriver<Session>,
    private readonly readState: NonNullable<SessionDriver<Session>['readState']>,
    private readonly hosts: Hosts,
    private readonly onSilent: (host: Address) => void,
  ) {}

  private isStopping(): boolean {
    return this.stopping.signal.aborted
  }

  /** Starts the checks, if they do not run yet. */
  start(): void {
    if (this.loops.length > 0 || this.stopping.signal.aborted) return
    this.loops = this.hosts.all.map((host) => this.watch(host))
  }

  async stop(): Promise<void> {
    this.stopping.abort()
    for (const session of this.sessions.values()) this.driver.destroy(session)
    await Promise.all(this.loops)
  }

  private async watch(host: Address): Promise<void> {
    let session: Session | undefined
    while (!this.isStopping()) {
      try {
        session ??= await openSession(this.driver, host, RESPONSE_TIMEOUT, {
          signal: this.stopping.signal,
          created: (next) => this.sessions.set(host, next),
        })
        this.hosts.setState(host, await this.stateOf(session))
      } catch (error) {
        if (session) this.driver.destroy(session)
        session = undefined
        if (this.isStopping()) return
        if (this.driver.isAtLimit(error)) this.hosts.setUnchecked(host)
        else this.hosts.setDown(host, error)
        if (isSilence(error)) this.onSilent(host)
      }
      await delay(INTERVAL, undefined, { signal: this.stopping.signal, ref: false }).catch(
        () => undefined,
      )
    }
    if (session) this.driver.destroy(session)
  }

  /** Checks that the session's host can be used. @throws HostNotUsableError */
  async admit(host: Address, session: Session): Promise<void> {
    this.hosts.admit(host, await this.readState(session))
  }

  /** @throws SilentDatabaseError */
  private stateOf(session: Session): Promise<ServerState> {
    const deadline = new Deadline(RESPONSE_TIMEOUT, () => new SilentDatabaseError())
    return deadline.limit(this.readState(session))
  }
}

function isSilence(error: unknown): boolean {
  return error instanceof SilentDatabaseError || error instanceof ConnectTimeoutError
}

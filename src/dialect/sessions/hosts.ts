/** Chooses among the hosts of a connection string. */
import { callListener } from './call-listener'
import { monotonicClock } from '../../clock'
import { addressText, type Address } from '../connection-url/address'
import type { HostChoice } from '../connection-url/host-choice'
import type { HostReport, HostRole, ServerState } from './host-state'
import { ReplicaLag } from './replica-lag'
import { HostNotUsableError } from './session-errors'

export interface HostPreference extends Partial<HostChoice> {
  /** Milliseconds that a standby may lag behind; default: no limit. */
  readonly maxReplicaLag?: number | undefined
}

/** Milliseconds after which a full host is tried again. */
const FULL_TIME = 2000

/**
 * Milliseconds for which a standby that lagged too far is used only if no other host can be. Each change of the
 * host opens all sessions again, and a lag may swing around its limit.
 */
const LAGGED_TIME = 10_000

/** Milliseconds for which the state of a host is trusted if it cannot be checked. */
const MAX_STATE_AGE = 5000

interface LastCheck {
  readonly state?: ServerState
  /** When the state was read. */
  readonly at?: number
  readonly failure?: string
}

export class Hosts {
  private readonly lastChecks = new Map<Address, LastCheck>()
  private readonly lag: ReplicaLag
  /** Until when a host is expected to have no connection left. */
  private readonly fullUntil = new Map<Address, number>()
  /** When a host lagged too far for the last time; only of hosts that may soon do so again. */
  private readonly laggedAt = new Map<Address, number>()
  private preferred: ReadonlySet<Address>
  private readonly listeners: ((report: HostReport) => unknown)[] = []
  private readonly target: HostChoice['targetSessionAttrs']
  /** Increases when a host becomes a preferred one; see `OpenSessions`. */
  additions = 0

  constructor(
    readonly all: readonly Address[],
    private readonly preference: HostPreference,
    /** Explains why the host cannot be used, e.g. `connection refused`. */
    private readonly explain: (error: unknown, host: Address) => string,
    /** The clock, in milliseconds. */
    private readonly now: () => number = monotonicClock,
  ) {
    this.target = preference.targetSessionAttrs ?? 'any'
    this.lag = new ReplicaLag(now)
    this.preferred = new Set(this.first(this.choose()))
  }

  /** Whether the hosts' states matter: with one host of any kind, there is nothing to choose. */
  get isChecked(): boolean {
    const { maxReplicaLag } = this.preference
    return this.all.length > 1 || this.target !== 'any' || maxReplicaLag !== undefined
  }

  get isBalanced(): boolean {
    return this.preference.loadBalanceHosts === 'random'
  }

  /** Calls the listener whenever a host's usability or role changes. */
  onChange(listener: (report: HostReport) => unknown): void {
    this.listeners.push(listener)
  }

  reports(): HostReport[] {
    return this.all.map((host) => this.report(host))
  }

  /** Why each host cannot be used. @param failures errors of hosts that their state allows to use */
  reasons(failures: ReadonlyMap<Address, unknown>): string {
    const reasons = this.all.map((host) => {
      const reason = this.refusal(host) ?? this.explain(failures.get(host), host)
      return `${addressText(host)}: ${reason}`
    })
    return reasons.join('; ')
  }

  /** The hosts for a new session, in the order to try. Hosts that are full or down come last. */
  candidates(): Address[] {
    const first = this.choose()
    const inOrder = (hosts: Address[]): Address[] => (this.isBalanced ? shuffled(hosts) : hosts)
    const isFull = (host: Address): boolean => this.isFull(host)
    const untried = this.all.filter(
      (host) => !first.includes(host) && !this.lastChecks.get(host)?.state,
    )
    return [...inOrder(this.chooseFree()), ...inOrder(first.filter(isFull)), ...untried]
  }

  /**
   * Whether an open session may be used again, now that the states of the hosts are known. While a
   * preferred host is full, the sessions on it are used, and those on the next host too.
   */
  isPreferred(host: Address): boolean {
    if (this.preferred.has(host)) return true
    if (this.fullUntil.size === 0) return false
    return this.first(this.chooseFree()).includes(host)
  }

  /** Call it when the host has refused a session because it has too many. */
  setFull(host: Address): void {
    this.fullUntil.set(host, this.now() + FULL_TIME)
  }

  /**
   * Call it when the host cannot be checked because it has too many sessions. What is known of it stays
   * valid for a while.
   */
  setUnchecked(host: Address): void {
    const { maxReplicaLag } = this.preference
    if (this.target === 'any' && maxReplicaLag === undefined) return
    const { at = -Infinity } = this.lastChecks.get(host) ?? {}
    if (this.now() - at > MAX_STATE_AGE) this.update(host, { failure: 'it has no connection left' })
  }

  /** @throws HostNotUsableError if statements must not run on the host */
  admit(host: Address, state: ServerState): void {
    this.setState(host, state)
    const reason = this.refusal(host)
    if (reason !== undefined) throw new HostNotUsableError(reason)
  }

  setState(host: Address, state: ServerState): void {
    if (state.role === 'primary' && state.position !== undefined) {
      this.lag.recordPrimary(state.position)
    }
    const lag = state.position === undefined ? state.lag : this.lag.of(state.position, state.lag)
    this.recordLag(host, lag)
    this.update(host, { state: { ...state, lag }, at: this.now() })
  }

  setDown(host: Address, error: unknown): void {
    this.update(host, { failure: this.explain(error, host) })
  }

  private update(host: Address, check: LastCheck): void {
    const before = JSON.stringify(withoutLag(this.report(host)))
    this.lastChecks.set(host, check)
    const next = new Set(this.first(this.choose()))
    if ([...next].some((candidate) => !this.preferred.has(candidate))) this.additions++
    this.preferred = next
    const report = this.report(host)
    if (JSON.stringify(withoutLag(report)) === before) return
    for (const listener of this.listeners) callListener(listener, report)
  }

  private report(host: Address): HostReport {
    const { state } = this.lastChecks.get(host) ?? {}
    const reason = this.refusal(host)
    return {
      host: addressText(host),
      ...(state && { role: state.role }),
      ...(state?.lag !== undefined && { lag: state.lag }),
      isUsable: reason === undefined,
      ...(reason !== undefined && { reason }),
    }
  }

  /** Why the host must not be used; `undefined` if it may be used, or if its state is unknown. */
  private refusal(host: Address): string | undefined {
    const { state, failure } = this.lastChecks.get(host) ?? {}
    if (!state) return failure
    if (state.problem !== undefined) return state.problem
    const { maxReplicaLag } = this.preference
    const wanted = WANTED_ROLE[this.target]
    if (wanted !== undefined && state.role !== wanted) {
      return `it is a ${state.role}, but target_session_attrs=${this.target} asks for a ${wanted}`
    }
    if (maxReplicaLag === undefined) return undefined
    if (state.lag === undefined) {
      return state.role === 'primary' ? undefined : 'its lag is unknown'
    }
    return this.isTooFar(state.lag) ? `it lags by more than ${maxReplicaLag} ms` : undefined
  }

  private recordLag(host: Address, lag?: number): void {
    const now = this.now()
    if (this.isTooFar(lag)) this.laggedAt.set(host, now)
    else if (now - (this.laggedAt.get(host) ?? -Infinity) >= LAGGED_TIME) this.laggedAt.delete(host)
  }

  private isTooFar(lag = 0): boolean {
    const { maxReplicaLag = Infinity } = this.preference
    return lag > maxReplicaLag
  }

  /** The usable hosts, the best first; if sessions are balanced, only the best. */
  private choose(among = this.all): Address[] {
    const usable = among.filter((host) => this.refusal(host) === undefined)
    if (!this.isBalanced) return usable.toSorted((a, b) => this.rank(a) - this.rank(b))
    const best = Math.min(...usable.map((host) => this.rank(host)))
    return usable.filter((host) => this.rank(host) === best)
  }

  /** As `choose`, of the hosts that have a connection left. */
  private chooseFree(): Address[] {
    return this.choose(this.all.filter((host) => !this.isFull(host)))
  }

  /** The best hosts have the lowest rank. */
  private rank(host: Address): number {
    if (this.laggedAt.has(host)) return 2
    const isPrimary = this.lastChecks.get(host)?.state?.role === 'primary'
    return this.target === 'prefer-standby' && isPrimary ? 1 : 0
  }

  private first(chosen: readonly Address[]): readonly Address[] {
    return this.isBalanced ? chosen : chosen.slice(0, 1)
  }

  private isFull(host: Address): boolean {
    const until = this.fullUntil.get(host)
    if (until === undefined) return false
    if (until < this.now()) this.fullUntil.delete(host)
    return this.fullUntil.has(host)
  }
}

/** Sessions are read-only by themselves, so `read-write` can only mean a primary. */
const WANTED_ROLE: Partial<Record<HostChoice['targetSessionAttrs'], HostRole>> = {
  'read-write': 'primary',
  primary: 'primary',
  'read-only': 'standby',
  standby: 'standby',
}

/** The lag changes all the time; only its consequences matter. */
function withoutLag(report: HostReport): HostReport {
  const { lag, ...others } = report
  return lag === undefined ? report : others
}

function shuffled<T>(list: readonly T[]): T[] {
  const keyed = list.map((item) => ({ item, key: Math.random() }))
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item)
}

/** What a check is, and what it can use. */
import type { Sentence } from './contract'
import type { Exchange, SendOptions } from './exchange'
import type { TableReading } from './table-reading'

/**
 * `must`: a sentence of the contract. `should`: one of its recommendations. `sameness`: a decision of
 * this project where the contract is silent; only implementations that want to respond like it adopt it.
 */
export type Level = 'must' | 'should' | 'sameness'

/** All levels; each includes those before it. */
export const LEVELS: readonly Level[] = ['must', 'should', 'sameness']

interface CheckBase {
  /** Topic and name, e.g. `pages/total`. */
  readonly id: string
  readonly level: Level
  /** What holds when the check passes, as a sentence. */
  readonly title: string
  /** The sentences that it tests; the first one is the most specific. */
  readonly sentences: readonly Sentence[]
}

/** Runs once. */
interface ServiceCheck extends CheckBase {
  readonly scope: 'service'
  readonly run: (service: ServiceUnderTest) => Promise<void>
}

/** Runs for each table. */
export interface TableCheck extends CheckBase {
  readonly scope: 'table'
  /** The check compares rows of several responses, so a write between them would look like a fault. */
  readonly comparesRows?: true
  /** The responses hardly depend on the table, so the check runs for a few tables only. */
  readonly needsFewTables?: true
  readonly run: (table: TableUnderTest) => Promise<void>
}

/** A check of a sentence of the contract. */
export type Check = ServiceCheck | TableCheck

export interface ServiceUnderTest {
  /** Names from the list of tables; empty if the response is not a list. */
  readonly names: readonly string[]
  /** The checked tables. */
  readonly tables: readonly TableReading[]
  /** Whether the options of the run contain credentials. */
  readonly hasCredentials: boolean
  /** @param path relative to the base URL, with its query string, sent unchanged */
  get(path: string, options?: SendOptions): Promise<Exchange>
  /** Records a fault; the check continues. */
  fault(exchange: Exchange, message: string): void
}

export type Parameters = Readonly<Record<string, string | number>>

export interface TableUnderTest extends ServiceUnderTest {
  readonly table: TableReading
  /** Sends a query of the table. */
  query(parameters: Parameters): Promise<Exchange>
  /** Sends a query of the table that must succeed. @throws Fault */
  page(parameters: Parameters): Promise<Page>
}

export type Row = Readonly<Record<string, unknown>>

/** A successful query result. Numbers that the implementation sends as strings are converted. */
export interface Page {
  readonly exchange: Exchange
  readonly data: readonly Row[]
  readonly columns: readonly string[]
  readonly page: number
  readonly limit: number
  readonly total: number
  readonly totalPages: number
}

/** Ends a check: the implementation does not conform, and the check cannot continue. */
export class Fault extends Error {
  constructor(
    readonly exchange: Exchange,
    message: string,
  ) {
    super(message)
  }
}

/** Ends a check: the data or the headers of the implementation give it nothing to test. */
export class NotApplicable extends Error {}

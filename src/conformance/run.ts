/** Runs checks against an implementation. */
import { withoutTrailingSlashes } from '../base-url'
import { LEVELS, Fault, NotApplicable, type Check, type ServiceUnderTest } from './check'
import type { TableCheck, TableUnderTest } from './check'
import { CHECKS } from './checks'
import { curlOf, isTextList, summaryOf, type Exchange } from './exchange'
import { readPage } from './page'
import { NoResponseError, Requester, RequestLimitError } from './requester'
import { isComplete, type Finding, type Report, type Result } from './report'
import { CONFORMANCE_OPTION_TYPES, type ConformanceOptions } from './options'
import { changeOf, readTable, type TableReading } from './table-reading'
import { checkedOptions } from '../settings/option-check'

/** The run cannot start, for example because nothing listens at the address. */
export class ConformanceError extends Error {}

const MAX_TABLES = 40

/** Number of tables for checks that need only a few. */
const FEW_TABLES = 3

/** Maximum runs of a check while its table changes. */
const MAX_RUNS = 3

/** Maximum reported faults of a check for each table. */
const MAX_FAULTS = 5

/**
 * Checks an implementation of the contract over HTTP. It only reads.
 * @throws ConformanceError; TypeError for a wrong option
 */
export async function runConformance(conformanceOptions: ConformanceOptions): Promise<Report> {
  const options = checkedOptions('runConformance', conformanceOptions, CONFORMANCE_OPTION_TYPES)
  const { headers = {}, level = 'should', pageRows = 250 } = options
  const { maxRequests = 20_000, timeout = 10_000 } = options
  const baseUrl = withoutTrailingSlashes(options.baseUrl)
  const began = performance.now()
  const requester = new Requester({ baseUrl, headers, maxRequests, timeout })
  const get: ServiceUnderTest['get'] = (path, sent) => requester.send(path, sent)
  const names = await listTables(get)
  const chosen = [...new Set(options.tables ?? names.slice(0, MAX_TABLES))]
  await expectTables(
    chosen.filter((name) => !names.includes(name)),
    get,
  )
  const reread = (name: string): Promise<TableReading> => readTable(name, get, pageRows)
  const readings = new Map<string, TableReading>()
  for (const name of chosen) readings.set(name, await orConformanceError(reread(name)))
  const isSelected = ({ id, level: needed }: Check): boolean =>
    LEVELS.indexOf(needed) <= LEVELS.indexOf(level) && (options.only?.(id) ?? true)

  const service = (findings: Finding[]): ServiceUnderTest => ({
    names,
    get,
    hasCredentials: Object.keys(headers).length > 0,
    tables: [...readings.values()],
    fault: (exchange, message) => findings.push(findingOf(exchange, message)),
  })

  const runTable = async (check: TableCheck, reading: TableReading): Promise<Result> => {
    const { name } = reading
    let table = reading
    for (let run = 1; ; run++) {
      const result = await resultOf(check, name, (findings) =>
        check.run(tableUnderTest(service(findings), table)),
      )
      if (result.status !== 'failed') return result
      const change = changeOf(table, () => reread(name), check.comparesRows ?? false)
      const now = await change.catch(throwUnlessExpected)
      if (!now) return result
      table = now
      readings.set(name, now)
      if (run === MAX_RUNS) {
        return { ...result, status: 'data changed', findings: [], reason: CHANGED }
      }
    }
  }

  const readingsFor = ({ needsFewTables }: TableCheck): readonly TableReading[] =>
    [...readings.values()].slice(0, needsFewTables ? FEW_TABLES : undefined)

  const results: Result[] = []
  for (const check of CHECKS.filter(isSelected)) {
    const ofCheck =
      check.scope === 'service'
        ? [await resultOf(check, undefined, (findings) => check.run(service(findings)))]
        : await Promise.all(readingsFor(check).map((reading) => runTable(check, reading)))
    results.push(...ofCheck)
    options.onResults?.(ofCheck)
  }
  const seconds = (performance.now() - began) / 1000
  return {
    baseUrl,
    level,
    results,
    seconds,
    requests: requester.sent,
    tables: chosen,
    unchecked: names.filter((name) => !chosen.includes(name)),
    isComplete: isComplete(results),
  }
}

const CHANGED = 'the table changed during each of three attempts'

function isExpected(error: unknown): error is NoResponseError | RequestLimitError {
  return error instanceof NoResponseError || error instanceof RequestLimitError
}

/** A table that cannot be read again counts as unchanged. */
function throwUnlessExpected(error: unknown): undefined {
  if (!isExpected(error)) throw error
}

/** @throws ConformanceError */
async function orConformanceError<Value>(reading: Promise<Value>): Promise<Value> {
  try {
    return await reading
  } catch (error) {
    throw isExpected(error) ? new ConformanceError(error.message, { cause: error }) : error
  }
}

/** The names of all tables; none if the response is not a list, which a check reports. */
async function listTables(get: ServiceUnderTest['get']): Promise<readonly string[]> {
  const exchange = await orConformanceError(get('tables'))
  const { status, body } = exchange
  if (status >= 300 && status < 400) {
    const target = exchange.headers.get('Location') ?? 'an unknown address'
    throw new ConformanceError(`${exchange.url} redirects to ${target}: use that base URL`)
  }
  if (status === 404) {
    const hint = 'the base URL must include the mount path'
    throw new ConformanceError(`${exchange.url} responds ${summaryOf(exchange)}: ${hint}`)
  }
  if (status === 401) {
    throw new ConformanceError(`credentials are missing or wrong: ${summaryOf(exchange)}`)
  }
  return isTextList(body) ? body : []
}

/**
 * The list may leave out a table by a fault, which a check reports.
 * @throws ConformanceError for a table that neither the list nor a description has
 */
async function expectTables(
  unlisted: readonly string[],
  get: ServiceUnderTest['get'],
): Promise<void> {
  for (const name of unlisted) {
    const { status } = await orConformanceError(get(`tables/${encodeURIComponent(name)}`))
    if (status === 404) throw new ConformanceError(`there is no table "${name}"`)
  }
}

function tableUnderTest(service: ServiceUnderTest, table: TableReading): TableUnderTest {
  const query: TableUnderTest['query'] = (parameters) => {
    const text = Object.entries({ table: table.name, ...parameters })
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join('&')
    return service.get(`query?${text}`)
  }
  return { ...service, table, query, page: async (sent) => readPage(await query(sent)) }
}

async function resultOf(
  { id, level, title, sentences }: Check,
  table: string | undefined,
  run: (findings: Finding[]) => Promise<void>,
): Promise<Result> {
  const findings: Finding[] = []
  const check = { id, level, title, sentences }
  const result = { check, ...(table !== undefined && { table }) }
  try {
    await run(findings)
  } catch (error) {
    if (error instanceof NotApplicable) {
      if (findings.length === 0) {
        return { ...result, status: 'not applicable', findings, reason: error.message }
      }
    } else if (error instanceof RequestLimitError) {
      return { ...result, status: 'not run', findings, reason: error.message }
    } else if (error instanceof Fault) findings.push(findingOf(error.exchange, error.message))
    else if (error instanceof NoResponseError) findings.push({ message: error.message })
    else throw error
  }
  const status = findings.length === 0 ? 'passed' : 'failed'
  return { ...result, status, findings: findings.slice(0, MAX_FAULTS) }
}

function findingOf(exchange: Exchange, message: string): Finding {
  return { message, curl: curlOf(exchange) }
}

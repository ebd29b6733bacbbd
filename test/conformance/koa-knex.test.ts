/** The conformance checks pass an implementation in Koa and knex, and find each planted fault. */
import { CHECKS, failuresOf, runConformance } from '../../src/conformance'
import { effort, isStress } from '../support/effort'
import { conformanceFile, startKoaKnex } from './implementations'
import { KOA_KNEX_FAULTS } from './koa-knex-faults'
import { firstFailure, TELLING_TABLES, RUN_TIME, TOPIC_TIME } from './planted-fault'

const KEY = 'a-key-of-the-test'

let file: string
beforeAll(async () => {
  file = await conformanceFile()
})

it.each<[string, string | undefined, { pageRows: number; tables?: string[] }]>(
  effort(
    [['with credentials, with tables of many pages', KEY, { pageRows: 8, tables: TELLING_TABLES }]],
    [
      ['with credentials', KEY, { pageRows: 250 }],
      ['without credentials, with tables of many pages', undefined, { pageRows: 8 }],
    ],
  ),
)(
  'passes %s',
  async (_, apiKey, options) => {
    const { baseUrl, stop } = await startKoaKnex(file, apiKey)
    const headers: Readonly<Record<string, string>> =
      apiKey === undefined ? {} : { 'X-API-Key': apiKey }
    const report = await runConformance({
      ...{ baseUrl, headers, level: 'should', ...options },
    }).finally(stop)
    expect(failuresOf(report)).toEqual([])
    expect(report.isComplete).toBe(true)
    const passed = new Set(
      report.results.filter(({ status }) => status === 'passed').map(({ check }) => check.id),
    )
    expect(passed.size).toBeGreaterThan(CHECKS.filter(({ level }) => level === 'must').length * 0.8)
  },
  RUN_TIME,
)

/** One fault for each check; all under stress. */
const faults = KOA_KNEX_FAULTS.filter(
  ({ caughtBy }, index) =>
    isStress || KOA_KNEX_FAULTS.findIndex((other) => other.caughtBy === caughtBy) === index,
)

it.each(faults.map((planted) => [planted.fault, planted] as const))(
  'finds that %s',
  async (_, planted) => {
    const apiKey = planted.apiKey && KEY
    const running = await startKoaKnex(file, apiKey, planted.changes)
    const headers: Readonly<Record<string, string>> = apiKey ? { 'X-API-Key': apiKey } : {}
    const first = await firstFailure(running, planted, headers).finally(running.stop)
    expect(first).toBe(planted.caughtBy)
  },
  TOPIC_TIME,
)

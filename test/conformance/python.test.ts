/** The conformance checks pass an implementation in Python, and find each planted fault. @long */
import { failuresOf, runConformance } from '../../src/conformance'
import { effort } from '../support/effort'
import { testsThatNeed } from '../support/left-out'
import { conformanceFile, startPython } from './implementations'
import { firstFailure, NARROW_TABLES, RUN_TIME, TOPIC_TIME } from './planted-fault'
import { PYTHON_FAULTS } from './python-faults'

const { beforeAll, describe, it } = testsThatNeed('python3')

const TOKEN = 'a-token-of-the-test'

const headersFor = (isProtected: boolean): Readonly<Record<string, string>> =>
  isProtected ? { Authorization: `Bearer ${TOKEN}` } : {}

let file: string
beforeAll(async () => {
  file = await conformanceFile()
})

it.each([
  ['without credentials', false, undefined],
  ['with credentials', true, effort(NARROW_TABLES, undefined)],
])(
  'passes %s',
  async (_, isProtected, tables) => {
    const { baseUrl, stop } = await startPython(file, isProtected ? ['--token', TOKEN] : [])
    const headers = headersFor(isProtected)
    const report = await runConformance({ baseUrl, headers, ...(tables && { tables }) }).finally(
      stop,
    )
    expect(failuresOf(report)).toEqual([])
    expect(report.isComplete).toBe(true)
  },
  RUN_TIME,
)

it.each(PYTHON_FAULTS.map((planted) => [planted.fault, planted] as const))(
  'finds that %s',
  async (_, planted) => {
    const args = planted.apiKey ? ['--token', TOKEN] : []
    const running = await startPython(file, args, planted.changes)
    const headers = headersFor(planted.apiKey === true)
    const first = await firstFailure(running, planted, headers).finally(running.stop)
    expect(first).toBe(planted.caughtBy)
  },
  TOPIC_TIME,
)

describe('a run of all checks', () => {
  const named = ['pages start at 0', 'filterColumns is ignored', 'errors have no message']

  it.each(PYTHON_FAULTS.filter(({ fault }) => named.includes(fault)))(
    'also finds that $fault',
    async ({ changes, caughtBy }) => {
      const { baseUrl, stop } = await startPython(file, [], changes)
      const report = await runConformance({ baseUrl, tables: NARROW_TABLES }).finally(stop)
      expect(failuresOf(report).map(({ check }) => check.id)).toContain(caughtBy)
    },
    RUN_TIME,
  )
})

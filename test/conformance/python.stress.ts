/** The conformance checks pass an implementation in Python, and find each planted fault. */
import { failuresOf, runConformance } from '../../src/conformance'
import { testsThatNeed } from '../support/left-out'
import { conformanceFile, startPythonProcess, type PythonProcess } from './implementations'
import { firstFailure, NARROW_TABLES, RUN_TIME, TOPIC_TIME } from './planted-fault'
import { PYTHON_FAULTS } from './python-faults'

const { afterAll, beforeAll, describe, it } = testsThatNeed('python3')

const TOKEN = 'a-token-of-the-test'

const headersFor = (isProtected: boolean): Readonly<Record<string, string>> =>
  isProtected ? { Authorization: `Bearer ${TOKEN}` } : {}

let file: string
let python: PythonProcess
beforeAll(async () => {
  file = await conformanceFile()
  python = startPythonProcess()
})
afterAll(() => python.stop())

it.each([
  ['without credentials', false],
  ['with credentials', true],
])(
  'passes %s',
  async (_, isProtected) => {
    const { baseUrl } = await python.start(file, isProtected ? ['--token', TOKEN] : [])
    const headers = headersFor(isProtected)
    const report = await runConformance({ baseUrl, headers })
    expect(failuresOf(report)).toEqual([])
    expect(report.isComplete).toBe(true)
  },
  RUN_TIME,
)

it.each(PYTHON_FAULTS.map((planted) => [planted.fault, planted] as const))(
  'finds that %s',
  async (_, planted) => {
    const args = planted.apiKey ? ['--token', TOKEN] : []
    const running = await python.start(file, args, planted.changes)
    const first = await firstFailure(running, planted, headersFor(planted.apiKey === true))
    expect(first).toBe(planted.caughtBy)
  },
  TOPIC_TIME,
)

describe('a run of all checks', () => {
  const named = ['pages start at 0', 'filterColumns is ignored', 'errors have no message']

  it.each(PYTHON_FAULTS.filter(({ fault }) => named.includes(fault)))(
    'also finds that $fault',
    async ({ changes, caughtBy }) => {
      const { baseUrl } = await python.start(file, [], changes)
      const report = await runConformance({ baseUrl, tables: NARROW_TABLES })
      expect(failuresOf(report).map(({ check }) => check.id)).toContain(caughtBy)
    },
    RUN_TIME,
  )
})

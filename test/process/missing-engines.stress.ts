/** The test suite on a machine with only Node.js and the npm packages. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { outputOf } from '../support/built-program'
import { findProgram } from '../support/run-command'

const root = path.join(__dirname, '../..')
const runner = path.join(root, 'node_modules/jest/bin/jest.js')
const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-bare-machine-'))
const programs = path.join(folder, 'bin')

beforeAll(() => {
  mkdirSync(programs)
  for (const name of ['sh', 'seq', 'sleep', 'cp', 'rm', 'id', 'setpriv']) {
    const program = findProgram(name)
    if (program !== undefined) symlinkSync(program, path.join(programs, name))
  }
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})

async function run(
  files: readonly string[],
  environment: Record<string, string> = {},
): Promise<{ code: unknown; lines: string[] }> {
  const child = spawn(process.execPath, [runner, ...files], {
    cwd: root,
    env: { PATH: programs, HOME: folder, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exit = once(child, 'exit')
  const [stderr] = await Promise.all([outputOf(child.stderr), outputOf(child.stdout)])
  const [code] = (await exit) as unknown[]
  return { code, lines: stderr.trim().split('\n') }
}

const MYSQL = 'NOT TESTED: mysql: there is no apt-get on this machine; install MySQL, or'
const CHROMIUM = 'NOT TESTED: chromium: there is no apt-get on this machine; install chromium'

it('tests the available engines, and lists the missing ones first and last', async () => {
  const tests = ['test/contract/tables.test.ts', 'test/browser/api-docs.test.ts']
  const { code, lines } = await run(tests)
  const text = lines.join('\n')
  expect([code, text]).toEqual([0, expect.stringContaining(`PASS ${tests[0]}`)])
  expect(text).toContain('postgres started')
  const summary = lines.findIndex((line) => line.startsWith('Tests:'))
  expect(lines[summary]).toMatch(/[1-9]\d* skipped, [1-9]\d* passed/)
  for (const [line, test] of [
    [MYSQL, tests[0]],
    [CHROMIUM, tests[1]],
  ] as const) {
    const found = lines.flatMap((other, index) => (other.startsWith(line) ? [index] : []))
    expect(found).toHaveLength(2)
    const [first = Infinity, last = 0] = found
    expect(first).toBeLessThan(10)
    expect(last).toBeGreaterThan(summary)
    expect(lines[last + 1]).toBe(`  left out: ${test}`)
  }
}, 120_000)

it.each([
  ['in CI', { CI: 'true' }],
  ['if TEST_ENGINES names a missing engine', { TEST_ENGINES: 'sqlite,mysql' }],
])(
  'fails %s',
  async (_case, environment) => {
    const { code, lines } = await run(['test/unit/query-string.test.ts'], environment)
    expect([code, lines.join('\n')]).toEqual([1, expect.stringContaining(MYSQL)])
  },
  120_000,
)

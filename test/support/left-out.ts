/** Missing programs, and the tests that are left out because of them. The last lines of a run list both. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isRoot } from './run-command'

/** An engine or a program is not available on this machine. Any other error at its start is a failure. */
export class UnavailableError extends Error {
  constructor(
    readonly reason: string,
    readonly remedy: string,
  ) {
    super(`${reason}; ${remedy}`)
  }
}

export interface Missing {
  readonly kind: 'engine' | 'program' | 'privilege' | 'feature'
  readonly name: string
  /** The dialect of an engine. */
  readonly dialect?: string
  readonly reason: string
  readonly remedy: string
}

const MISSING_VARIABLE = 'TEST_MISSING'

/**
 * Path of a file with a line for each group of tests that is left out: what is missing, the test file and, unless
 * that is known before all tests, the reason and the remedy.
 */
const LIST_VARIABLE = 'TEST_LEFT_OUT'

const PRIVILEGE: Missing = {
  kind: 'privilege',
  name: 'root',
  reason: 'some tests mount a file system or make files of another user',
  remedy: 'run the tests as root too',
}

/** Call it before all tests. @param list path of the file for `LIST_VARIABLE`, which does not exist yet */
export function announceMissing(found: readonly Missing[], list: string): void {
  process.env[MISSING_VARIABLE] = JSON.stringify([...found, ...(isRoot ? [] : [PRIVILEGE])])
  process.env[LIST_VARIABLE] = list
  if (found.length > 0) process.stderr.write(`${missingText(found)}\n`)
}

export function missing(): readonly Missing[] {
  return JSON.parse(process.env[MISSING_VARIABLE] ?? '[]') as Missing[]
}

export function missingText(all: readonly Missing[]): string {
  return all
    .map(({ name, reason, remedy }) => `NOT TESTED: ${name}: ${reason}; ${remedy}`)
    .join('\n')
}

/** Text for the end of the run; empty if no test is left out. */
export function leftOutText(): string {
  const list = process.env[LIST_VARIABLE] ?? ''
  const lines = existsSync(list) ? readFileSync(list, 'utf8').trim().split('\n') : []
  const groups = lines.map((line) => line.split('\t'))
  const lacking = groups.flatMap(([name = '', , reason, remedy]): Missing[] =>
    reason !== undefined && remedy !== undefined ? [{ kind: 'feature', name, reason, remedy }] : [],
  )
  return [...missing(), ...new Map(lacking.map((one) => [one.name, one])).values()]
    .flatMap((one) => {
      const files = groups.filter(([name]) => name === one.name).map(([, file = '']) => file)
      if (one.kind === 'privilege' && files.length === 0) return []
      return [
        missingText([one]),
        ...[...new Set(files)].sort().map((file) => `  left out: ${file}`),
      ]
    })
    .join('\n')
}

/** Jest's functions for tests that need all of these programs, or `root`; they skip if one is missing. */
export function testsThatNeed(
  ...names: readonly string[]
): Pick<typeof globalThis, 'describe' | 'it' | 'beforeAll' | 'afterAll'> {
  const needed = missing().filter((one) => names.includes(one.name))
  for (const { name } of needed) recordLeftOut(name)
  if (needed.length === 0) return { describe, it, beforeAll, afterAll }
  const nothing = (): void => undefined
  return { describe: describe.skip, it: it.skip, beforeAll: nothing, afterAll: nothing }
}

function leaveOut(name: string, topic: string): void {
  recordLeftOut(name)
  describe(topic, () => {
    it.skip(`is left out because ${name} is missing`, () => undefined)
  })
}

/** Reports tests of missing engines as left out. Call it once for each topic. @param dialect default: all */
export function leaveOutMissingEngines(topic: string, dialect?: string): void {
  for (const one of missing()) {
    if (one.kind !== 'engine' || (dialect !== undefined && one.dialect !== dialect)) continue
    leaveOut(one.name, `${topic} of ${one.name}`)
  }
}

/**
 * Reports a test that is left out because its server lacks a feature, which the test itself has found out.
 * @throws Error in CI, where everything is required
 */
export function leaveOutLacking(
  server: string,
  feature: { readonly name: string; readonly remedy: string },
): void {
  const { remedy } = feature
  const name = `${feature.name} of ${server}`
  const reason = 'this server lacks it'
  const text = missingText([{ kind: 'feature', name, reason, remedy }])
  if (process.env['CI'] === 'true') throw new Error(text)
  process.stderr.write(`${text}\n`)
  recordLeftOut(name, reason, remedy)
}

/** @param more the reason and the remedy of what is not known before all tests */
function recordLeftOut(name: string, ...more: readonly string[]): void {
  const file = path.relative(process.cwd(), expect.getState().testPath ?? '')
  const line = [name, file, ...more].join('\t')
  appendFileSync(process.env[LIST_VARIABLE] ?? '/dev/null', `${line}\n`)
}

/** Registers a skipped test if `TEST_ENGINES` has no engine of the file, because Jest fails a file without tests. */
export function noEngineHere(): void {
  it.skip('has no tests of these engines', () => undefined)
}

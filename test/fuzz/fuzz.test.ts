/** Random tables, rows, changes and requests: every engine gives the answer that the contract says. */
import fc from 'fast-check'
import { leaveOutMissingEngines } from '../support/left-out'
import { disagreement } from './disagreement'
import { startEngines, type FuzzEngine } from './engines'
import { fuzzCase, type FuzzCase } from './fuzz-case'

const runs = Number(process.env['FUZZ_RUNS'] ?? 300)
const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31)

/** Milliseconds that a case may take on a busy machine. */
const TIME_PER_RUN = 2000

leaveOutMissingEngines('the fuzzer')

let engines: FuzzEngine[]
beforeAll(async () => {
  engines = await startEngines()
}, 60_000)
afterAll(() => Promise.all(engines.map((engine) => engine.stop())))

/** Milliseconds for making a failing case smaller: it gets small soon, and minimal after very long. */
const TIME_TO_SHRINK = 60_000
let failedAt = Infinity

async function wrongAnswer(candidate: FuzzCase): Promise<string | undefined> {
  const rounds = await Promise.all(engines.map((engine) => engine.rounds(candidate)))
  return disagreement(candidate, engines, rounds)
}

async function check(candidate: FuzzCase): Promise<void> {
  if (Date.now() - failedAt > TIME_TO_SHRINK) return
  const hasFailed = failedAt < Infinity
  // An app for many cases is fast; what is made smaller must fail by itself.
  if (hasFailed) await restart()
  const found = await wrongAnswer(candidate)
  if (found === undefined) return
  failedAt = Math.min(failedAt, Date.now())
  if (hasFailed) throw new Error(found)
  await restart()
  throw new Error((await wrongAnswer(candidate)) ?? `only after the cases before it\n${found}`)
}

async function restart(): Promise<void> {
  await Promise.all(engines.map((engine) => engine.restart()))
}

it(
  `${runs} random cases, by the seed ${seed}`,
  async () => {
    const result = await fc.check(fc.asyncProperty(fuzzCase, check), { numRuns: runs, seed })
    if (!result.failed) return
    const { numRuns, numShrinks, errorInstance } = result
    throw new Error(
      `case ${numRuns}, made smaller ${numShrinks} times; ` +
        `npm run fuzz -- --runs ${numRuns} --seed ${seed}\n` +
        (errorInstance instanceof Object && 'message' in errorInstance
          ? String(errorInstance.message)
          : String(errorInstance)),
    )
  },
  30_000 + runs * TIME_PER_RUN,
)

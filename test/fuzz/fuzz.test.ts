/** Random tables, rows, changes and requests: every engine responds as the contract requires. @long */
import fc from 'fast-check'
import { leaveOutMissingEngines } from '../support/left-out'
import { disagreement, type Disagreement } from './disagreement'
import { startEngines, type FuzzEngine } from './engines'
import { fuzzCase, type FuzzCase } from './fuzz-case'

/** Number of the first case; 1 by default. */
const first = Number(process.env['FUZZ_FIRST'] ?? 1)
const runs = Number(process.env['FUZZ_RUNS'] ?? 20)
const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31)

/** The most milliseconds of a case, on a busy machine. */
const TIME_PER_RUN = 2000

leaveOutMissingEngines('the fuzzer')

let engines: FuzzEngine[]
beforeAll(async () => {
  engines = await startEngines()
}, 60_000)
afterAll(() => Promise.all(engines.map((engine) => engine.stop())))

/** Milliseconds to shrink a failing case. It becomes small soon, but minimal only after very long. */
const TIME_TO_SHRINK = 60_000
let failedAt = Infinity

/** The engines on which the failing case is shrunk. */
let failing: readonly FuzzEngine[] = []

const NEEDS_EARLIER = 'fails only after the cases before it'

async function findDisagreement(
  candidate: FuzzCase,
  tested: readonly FuzzEngine[],
): Promise<Disagreement | undefined> {
  const running = tested.map((engine) => engine.rounds(candidate))
  // The next case must not begin before all engines have finished this one.
  await Promise.allSettled(running)
  return disagreement(candidate, tested, await Promise.all(running))
}

async function check(candidate: FuzzCase): Promise<void> {
  if (Date.now() - failedAt > TIME_TO_SHRINK) return
  if (failing.length === 0) {
    const found = await findDisagreement(candidate, engines)
    if (!found) return
    failedAt = Date.now()
    const wrong = engines.filter(({ name }) => name === found.engine)
    failing = wrong.length > 0 ? wrong : engines
    await restart()
    const again = await findDisagreement(candidate, failing)
    throw new Error(again?.text ?? `${NEEDS_EARLIER}\n${found.text}`)
  }
  // The candidate must fail without earlier cases, so it has a new app. Passing cases share an app.
  await restart()
  const found = await findDisagreement(candidate, failing)
  if (found) throw new Error(found.text)
}

async function restart(): Promise<void> {
  await Promise.all(failing.map((engine) => engine.restart()))
}

it(
  `responds as the contract requires to ${runs} random cases of the seed ${seed}`,
  async () => {
    // fast-check generates the case at a path without those before it.
    const path = String(first - 1)
    const result = await fc.check(fc.asyncProperty(fuzzCase, check), { numRuns: runs, seed, path })
    if (!result.failed) return
    const { numRuns, numShrinks, errorInstance } = result
    const failed = first - 1 + numRuns
    const text = errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
    const repeated = text.startsWith(NEEDS_EARLIER)
      ? `--first ${first} --runs ${numRuns}`
      : `--first ${failed} --runs 1`
    throw new Error(
      `case ${failed}, shrunk ${numShrinks} times; npm run fuzz -- ${repeated} --seed ${seed}\n${text}`,
    )
  },
  30_000 + TIME_TO_SHRINK + runs * TIME_PER_RUN,
)

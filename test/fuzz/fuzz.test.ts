/** Random tables, rows, changes and requests: every engine responds as the contract requires. */
import fc from 'fast-check'
import { leaveOutMissingEngines } from '../support/left-out'
import { disagreement, type Disagreement } from './disagreement'
import { startEngines, type FuzzEngine } from './engines'
import { fuzzCase, type FuzzCase } from './fuzz-case'

const runs = Number(process.env['FUZZ_RUNS'] ?? 80)
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
    throw new Error(again?.text ?? `fails only after the cases before it\n${found.text}`)
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
    const result = await fc.check(fc.asyncProperty(fuzzCase, check), { numRuns: runs, seed })
    if (!result.failed) return
    const { numRuns, numShrinks, errorInstance } = result
    throw new Error(
      `case ${numRuns}, shrunk ${numShrinks} times; ` +
        `npm run fuzz -- --runs ${numRuns} --seed ${seed}\n` +
        (errorInstance instanceof Object && 'message' in errorInstance
          ? String(errorInstance.message)
          : String(errorInstance)),
    )
  },
  30_000 + runs * TIME_PER_RUN,
)

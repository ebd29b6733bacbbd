/** Random tables, rows, changes and requests: every engine gives the answer that the contract says. */
import fc from 'fast-check'
import { leaveOutMissingEngines } from '../support/left-out'
import { disagreement, type Disagreement } from './disagreement'
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

/** Those that a failing case is made smaller with. */
let failing: readonly FuzzEngine[] = []

async function wrongAnswer(
  candidate: FuzzCase,
  asked: readonly FuzzEngine[],
): Promise<Disagreement | undefined> {
  const running = asked.map((engine) => engine.rounds(candidate))
  // No other case may begin while one engine is still at this.
  await Promise.allSettled(running)
  return disagreement(candidate, asked, await Promise.all(running))
}

async function check(candidate: FuzzCase): Promise<void> {
  if (Date.now() - failedAt > TIME_TO_SHRINK) return
  if (failing.length === 0) {
    const found = await wrongAnswer(candidate, engines)
    if (!found) return
    failedAt = Date.now()
    const wrong = engines.filter(({ name }) => name === found.engine)
    failing = wrong.length > 0 ? wrong : engines
    await restart()
    const again = await wrongAnswer(candidate, failing)
    throw new Error(again?.text ?? `only after the cases before it\n${found.text}`)
  }
  // An app for many cases is fast; what is made smaller must fail by itself.
  await restart()
  const found = await wrongAnswer(candidate, failing)
  if (found) throw new Error(found.text)
}

async function restart(): Promise<void> {
  await Promise.all(failing.map((engine) => engine.restart()))
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

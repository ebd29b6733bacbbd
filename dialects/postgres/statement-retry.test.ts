import { Deadline } from '../../src/dialect/sessions/deadline'
import { unlessRolledBack } from './statement-retry'

const TIMEOUT = 60_000

/** The number of times that a statement runs that fails twice with this code. */
async function runsWith(code: string): Promise<number> {
  let runs = 0
  const deadline = new Deadline(TIMEOUT, () => new Error('late'))
  const run = (): Promise<number> =>
    ++runs > 2 ? Promise.resolve(runs) : Promise.reject(Object.assign(new Error(code), { code }))
  return unlessRolledBack(TIMEOUT, deadline, run).catch(() => runs)
}

it.each([
  ['runs again after', '40001', 3],
  ['runs again after', '40P01', 3],
  ['does not run again after', '57014', 1],
])('a statement %s the error %s', async (_case, code, runs) => {
  expect(await runsWith(code)).toBe(runs)
})

/** Compares the time of a request with the time of hand-written statements that read the same. */
import { median } from './median'

export interface Compared {
  readonly title: string
  /** Runs the request. */
  readonly request: () => Promise<unknown>
  /** Runs the statements, one after the other. */
  readonly byHand: () => Promise<unknown>
}

/**
 * Runs both in turns, so that other load on the machine affects both, and prints the medians.
 * @returns the time of the request divided by that of the statements
 */
export async function timeRatio({ title, request, byHand }: Compared, turns = 5): Promise<number> {
  await request()
  await byHand()
  const times = { request: [] as number[], byHand: [] as number[] }
  for (let turn = 0; turn < turns; turn++) {
    times.request.push(await timeOf(request))
    times.byHand.push(await timeOf(byHand))
  }
  const [requested, wanted] = [median(times.request), median(times.byHand)]
  const ratio = requested / wanted
  process.stderr.write(
    `${title}: ${requested.toFixed(1)} ms, by hand ${wanted.toFixed(1)} ms, ratio ${ratio.toFixed(2)}\n`,
  )
  return ratio
}

async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await run()
  return performance.now() - began
}

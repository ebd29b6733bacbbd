/** The metrics of all workers together, which the primary process collects from them. */
import cluster, { type Worker } from 'node:cluster'
import { AggregatorRegistry, Gauge, type Registry } from 'prom-client'
import { requestFromPrimary, respondToWorkers } from './worker-channel'

type WorkerMetrics = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

interface Question {
  readonly topic: string
  /** Not called `id`: the worker would take the question for a response to a request of its own. */
  readonly number: number
}

interface Answer extends Question {
  readonly metrics: WorkerMetrics
}

/** Topic of a worker's request for the metrics of all workers. */
const ALL_TOPIC = 'tablequery metrics'

/** Topic of the primary's question for the metrics of one worker. */
const ONE_TOPIC = 'tablequery metrics of a worker'

/**
 * Milliseconds for a worker to answer; less than a worker waits for the primary process (five seconds), and than
 * Prometheus waits (ten).
 */
const TIMEOUT = 2000

/**
 * The last answer of each worker. Without the counters of one that does not answer now, the sums would be
 * smaller for a while, which looks like a restart of all.
 */
const latest = new Map<Worker, WorkerMetrics>()

/** What workers that have ended have counted, for the same reason. */
const ended: WorkerMetrics[] = []

/** By the number of the question: what receives the answer. */
const pending = new Map<number, () => void>()
let lastNumber = 0

/** Lets every worker serve the metrics of all. Call it in the primary process. */
export function aggregateMetrics(): void {
  cluster.on('message', (worker, { topic, number, metrics }: Partial<Answer>) => {
    if (topic !== ONE_TOPIC || number === undefined || !metrics) return
    latest.set(worker, metrics)
    pending.get(number)?.()
  })
  cluster.on('disconnect', (worker) => {
    const last = latest.get(worker)
    latest.delete(worker)
    // At run time a type is a text, not the number of its declaration. A gauge ends with its worker.
    if (last) ended.push(last.filter(({ type }) => String(type) !== 'gauge'))
  })
  let running: Promise<string> | undefined
  respondToWorkers(ALL_TOPIC, () => {
    running ??= collect().finally(() => {
      running = undefined
    })
    return running
  })
}

/** Makes this worker answer the questions of the primary process. */
export function answerWith(registry: Registry): void {
  process.on('message', ({ topic, number }: Partial<Question>) => {
    if (topic !== ONE_TOPIC || number === undefined) return
    void registry.getMetricsAsJSON().then((metrics) => {
      if (process.connected) process.send?.({ topic, number, metrics } satisfies Answer)
    })
  })
}

/** @throws Error if the primary process does not respond */
export function metricsOfAll(): Promise<string> {
  return requestFromPrimary(ALL_TOPIC)
}

async function collect(): Promise<string> {
  const asked = connectedWorkers()
  const haveAnswered = await Promise.all(asked.map(ask))
  const responding = asked.filter((_worker, index) => haveAnswered[index])
  // Without those that have exited meanwhile.
  const workers = connectedWorkers().filter((worker) => asked.includes(worker))
  const registry = AggregatorRegistry.aggregate([...latest.values(), ...ended])
  const gauge = new Gauge({
    name: 'tablequery_workers',
    help: 'Workers that report their metrics, and silent ones, whose last report counts.',
    labelNames: ['state'],
    registers: [registry],
  })
  const silent = workers.filter((worker) => !responding.includes(worker))
  gauge.set({ state: 'responding' }, workers.length - silent.length)
  gauge.set({ state: 'silent' }, silent.length)
  await sumUpEnded()
  return registry.metrics()
}

/** Replaces the entries by one, so that their number does not grow with each worker. */
async function sumUpEnded(): Promise<void> {
  const count = ended.length
  const sums = await AggregatorRegistry.aggregate(ended).getMetricsAsJSON()
  ended.splice(0, count, sums)
}

function connectedWorkers(): Worker[] {
  return Object.values(cluster.workers ?? {}).flatMap((worker) =>
    worker?.isConnected() === true ? [worker] : [],
  )
}

/** @returns whether the worker has answered in time */
function ask(worker: Worker): Promise<boolean> {
  const number = ++lastNumber
  return new Promise((resolve) => {
    const end = (hasAnswered: boolean): void => {
      clearTimeout(deadline)
      pending.delete(number)
      resolve(hasAnswered)
    }
    const deadline = setTimeout(end, TIMEOUT, false)
    pending.set(number, () => {
      end(true)
    })
    worker.send({ topic: ONE_TOPIC, number } satisfies Question)
  })
}

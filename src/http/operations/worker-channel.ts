/** Requests of a worker to its primary process, over the IPC channel. */
import cluster from 'node:cluster'

interface WorkerRequest {
  readonly topic: string
  readonly id: number
}

interface PrimaryResponse {
  readonly id: number
  readonly text?: string
}

/** Milliseconds; longer than the primary process takes to respond. */
const TIMEOUT = 5000

/** By id: what receives the response. */
const pending = new Map<number, (response: PrimaryResponse) => void>()
let lastId = 0

/** @throws Error if the primary process does not respond in time, or fails */
export function requestFromPrimary(topic: string): Promise<string> {
  const id = ++lastId
  return new Promise<string>((resolve, reject) => {
    const deadline = setTimeout(() => {
      pending.delete(id)
      reject(new Error('the primary process does not respond'))
    }, TIMEOUT)
    // One listener for all requests: Node.js warns of more than ten.
    if (lastId === 1) process.on('message', receive)
    pending.set(id, ({ text }) => {
      clearTimeout(deadline)
      if (text === undefined) reject(new Error('the primary process failed'))
      else resolve(text)
    })
    process.send?.({ topic, id } satisfies WorkerRequest)
  })
}

/** Other messages have no id, or one that is not pending. */
function receive(response: PrimaryResponse): void {
  pending.get(response.id)?.(response)
  pending.delete(response.id)
}

export function respondToWorkers(topic: string, read: () => Promise<string>): void {
  cluster.on('message', (worker, message: Partial<WorkerRequest>) => {
    const { id } = message
    if (message.topic !== topic || id === undefined) return
    const respond = (text?: string): void => {
      const response: PrimaryResponse = { id, ...(text !== undefined && { text }) }
      if (worker.isConnected()) worker.send(response)
    }
    read().then(respond, () => {
      respond()
    })
  })
}

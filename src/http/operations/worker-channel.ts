/** Requests of a worker to its primary process, over the IPC channel. */
import cluster from 'node:cluster'

interface WorkerRequest {
  readonly topic: string
  readonly id: number
}

interface PrimaryResponse extends WorkerRequest {
  readonly text?: string
}

/** Milliseconds. */
const TIMEOUT = 5000

let lastId = 0

/** @throws Error if the primary process does not respond in time, or fails */
export function requestFromPrimary(topic: string): Promise<string> {
  const id = ++lastId
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(deadline)
      process.off('message', receive)
    }
    const deadline = setTimeout(() => {
      end()
      reject(new Error('the primary process does not respond'))
    }, TIMEOUT)
    const receive = (response: PrimaryResponse): void => {
      if (response.topic !== topic || response.id !== id) return
      end()
      if (response.text === undefined) reject(new Error('the primary process failed'))
      else resolve(response.text)
    }
    process.on('message', receive)
    process.send?.({ topic, id } satisfies WorkerRequest)
  })
}

export function respondToWorkers(topic: string, read: () => Promise<string>): void {
  cluster.on('message', (worker, message: Partial<WorkerRequest>) => {
    const { id } = message
    if (message.topic !== topic || id === undefined) return
    const respond = (text?: string): void => {
      if (worker.isConnected()) worker.send({ topic, id, ...(text !== undefined && { text }) })
    }
    read().then(respond, () => {
      respond()
    })
  })
}

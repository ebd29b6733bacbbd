/** Questions of a worker to its primary process. */
import cluster from 'node:cluster'

interface Question {
  readonly question: string
  readonly id: number
}

interface Reply extends Question {
  readonly text?: string
}

/** Milliseconds. */
const TIMEOUT = 5000

let asked = 0

/** @throws Error when the primary process does not answer, or cannot */
export function askPrimary(question: string): Promise<string> {
  const id = ++asked
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(deadline)
      process.off('message', listen)
    }
    const deadline = setTimeout(() => {
      end()
      reject(new Error('the primary process does not answer'))
    }, TIMEOUT)
    const listen = (reply: Reply): void => {
      if (reply.question !== question || reply.id !== id) return
      end()
      if (reply.text === undefined) reject(new Error('the primary process cannot answer'))
      else resolve(reply.text)
    }
    process.on('message', listen)
    process.send?.({ question, id } satisfies Question)
  })
}

export function answerWorkers(question: string, answer: () => Promise<string>): void {
  cluster.on('message', (worker, message: Partial<Question>) => {
    const { id } = message
    if (message.question !== question || id === undefined) return
    const reply = (text?: string): void => {
      if (worker.isConnected()) worker.send({ question, id, ...(text !== undefined && { text }) })
    }
    answer().then(reply, () => {
      reply()
    })
  })
}

/** Waits for the processes of a program with several workers. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { childrenOf, parentOf } from '../support/process-family'
import { waitUntil } from '../support/wait-until'

export async function untilExited(pids: readonly number[], timeout = 5000): Promise<void> {
  await waitUntil(() => pids.every((pid) => parentOf(pid) === undefined), timeout)
}

export const statusOf = async (baseUrl: string): Promise<number> =>
  (await fetch(`${baseUrl}/query?table=products&limit=1`, { headers: { Connection: 'close' } }))
    .status

/** A worker that has just replaced another one starts its readers later. */
export async function untilAllHaveReaders(child: ChildProcess, timeout?: number): Promise<void> {
  await waitUntil(() => childrenOf(child.pid).every((pid) => childrenOf(pid).length > 0), timeout)
}

/** Ends the program by the signal, and expects the end of its workers and of their readers. */
export async function expectExit(child: ChildProcess, signal: 'SIGINT' | 'SIGTERM'): Promise<void> {
  await untilAllHaveReaders(child)
  const workers = childrenOf(child.pid)
  const readers = workers.flatMap(childrenOf)
  expect(readers.length).toBeGreaterThan(0)
  const exit = once(child, 'exit')
  child.kill(signal)
  expect(await exit).toEqual([0, null])
  await untilExited([...workers, ...readers])
}

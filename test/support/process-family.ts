/** A process and its descendants, from Linux's `/proc`. */
import { readdirSync, readFileSync } from 'node:fs'
import { waitUntil } from './wait-until'

/** https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
export function parentOf(pid: number | string): number | undefined {
  const stat = read(`/proc/${pid}/stat`)
  // The second field is the program's name in parentheses; it may contain blanks and parentheses.
  return stat === undefined ? undefined : Number(stat.replace(/^.*\) /s, '').split(' ')[1])
}

export function childrenOf(pid: number | undefined): number[] {
  return processes().filter((entry) => parentOf(entry) === pid)
}

/** Reads each process once, because tests that measure memory ask many times. */
export function familyOf(pid: number): number[] {
  const parents = new Map(processes().map((entry) => [entry, parentOf(entry)]))
  const withDescendants = (member: number): number[] => [
    member,
    ...[...parents]
      .filter(([, parent]) => parent === member)
      .flatMap(([child]) => withDescendants(child)),
  ]
  return withDescendants(pid)
}

function processes(): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
}

/** Megabytes of memory of a process and its descendants; a page that they share counts once. */
export function residentMemory(pid: number): number {
  const kilobytes = familyOf(pid).map((member) => {
    const rollup = read(`/proc/${member}/smaps_rollup`) ?? ''
    return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0)
  })
  return kilobytes.reduce((sum, size) => sum + size, 0) / 1024
}

/** Returns `undefined` if the process has ended. */
function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** Waits until the process has this number of children. */
export async function untilChildren(pid: number | undefined, count: number): Promise<void> {
  await waitUntil(() => childrenOf(pid).length === count)
}

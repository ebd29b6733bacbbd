/** Processor time of processes, from Linux's `/proc`. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { familyOf } from './process-family'

const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/**
 * Seconds that a process and its descendants have used, those that have ended included.
 * https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
 */
export function processorTime(pid: number): number {
  return familyOf(pid).reduce((sum, member) => sum + secondsOf(member), 0)
}

/** Returns 0 if the process has ended: then it counts for the process that has started it. */
function secondsOf(pid: number): number {
  const stat = statOf(pid)
  if (stat === undefined) return 0
  // The second field is the program's name in parentheses. The fields 14 and 15 are the process's own
  // time, 16 and 17 that of the children that have ended.
  const times = stat
    .replace(/^.*\) /s, '')
    .split(' ')
    .slice(11, 15)
  return times.reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND
}

function statOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined
  }
}

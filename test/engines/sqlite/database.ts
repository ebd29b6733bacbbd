import { readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { CreateTestDatabase } from '../../support/test-database'

export const createTestDatabase: CreateTestDatabase = (serverUrl, name) => {
  const url = `${serverUrl}/${name}.sqlite`
  const file = url.slice('sqlite:'.length)
  return Promise.resolve({
    url,
    runningStatements: () => Promise.resolve(processesOn(file).filter(isComputing).length),
    sessions: () => Promise.resolve(processesOn(file).length),
    endSessions: () => {
      for (const pid of processesOn(file)) process.kill(Number(pid), 'SIGKILL')
      return Promise.resolve()
    },
    drop: () => rm(file, { force: true }),
  })
}

/** SQLite has no list of sessions. The app's sessions are the processes with the file as an argument. */
function processesOn(file: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false
    return readProcess(pid, 'cmdline').split('\0').includes(file)
  })
}

/** https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html: R is running. */
function isComputing(pid: string): boolean {
  const state = readProcess(pid, 'stat').replace(/^.*\)/s, '')
  return state.trim().startsWith('R')
}

/** Empty when the process has just ended. */
function readProcess(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}

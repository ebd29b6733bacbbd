import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { copyFile, rm } from 'node:fs/promises'
import type { CreateTestDatabase, DatabaseCopies } from '../../support/test-database'

const fileOf = (serverUrl: string, name: string): string =>
  `${serverUrl.slice('sqlite:'.length)}/${name}.sqlite`

export const createTestDatabase: CreateTestDatabase = (serverUrl, name) => {
  const file = fileOf(serverUrl, name)
  return Promise.resolve({
    url: `sqlite:${file}`,
    runningStatements: () => Promise.resolve(processesOn(file).filter(isComputing).length),
    sessions: () => Promise.resolve(processesOn(file).length),
    endSessions: () => {
      for (const pid of processesOn(file)) process.kill(Number(pid), 'SIGKILL')
      return Promise.resolve()
    },
    drop: () => rm(file, { force: true }),
  })
}

export const databaseCopies: DatabaseCopies = {
  exists: (serverUrl, name) => Promise.resolve(existsSync(fileOf(serverUrl, name))),
  copy: async (serverUrl, original, name) => {
    await copyFile(fileOf(serverUrl, original), fileOf(serverUrl, name))
    return createTestDatabase(serverUrl, name)
  },
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

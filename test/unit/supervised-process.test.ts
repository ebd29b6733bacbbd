import { mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../support/free-port'
import { startSupervised } from '../support/supervised-process'
import { waitUntil } from '../support/wait-until'

const SERVER = `
const { writeFileSync } = require('node:fs')
const [port, file] = process.argv.slice(1)
writeFileSync(file, JSON.stringify([process.pid, process.ppid]))
require('node:net').createServer().listen(port, '127.0.0.1')`

it('stops after a signal has ended the supervisor', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-supervised-'))
  const file = path.join(folder, 'processes')
  const port = await freePort()
  const command = [process.execPath, '-e', SERVER, String(port), file]
  const supervised = await startSupervised({ command, folder, port })
  const [server, supervisor] = JSON.parse(readFileSync(file, 'utf8')) as [number, number]
  process.kill(server, 'SIGKILL')
  process.kill(supervisor, 'SIGKILL')
  await waitUntil(() => !isRunning(supervisor))
  await supervised.stop()
  await rm(folder, { recursive: true })
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

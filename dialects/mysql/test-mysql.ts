/** A private MySQL, unpacked by a script that lies beside this checkout. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rename, rm, symlink } from 'node:fs/promises'
import path from 'node:path'
import { isRoot, runCommand } from '../../test/support/run-command'
import { freePort } from '../../test/support/supervised-process'
import type { RunningServer } from '../../test/support/test-server'
import { setOddly } from './test-settings'

const SCRIPT = path.resolve(__dirname, '../../../shared/tools/mysql-server.sh')

/** The unpacked server, kept between runs; the data never is. */
const CACHE = '/var/cache/tablequery-test'

export async function startMysql(folder: string): Promise<RunningServer> {
  if (!isRoot || !existsSync(SCRIPT)) {
    throw new Error('no MySQL here: start one (scripts/docker-compose.yml) and set TEST_MYSQL_URL')
  }
  const port = await freePort()
  const cached = path.join(CACHE, 'mysql')
  if (existsSync(cached)) await symlink(cached, path.join(folder, 'root'))
  const stop = stopWithThisProcess(folder)
  try {
    await startServer(folder, port)
    if (!existsSync(cached)) await keep(path.join(folder, 'root'), cached)
  } catch (error) {
    await stop()
    throw error
  }
  const url = `mysql://root@127.0.0.1:${port}`
  await setOddly(url)
  const restart = async (): Promise<void> => {
    await runCommand('bash', [SCRIPT, 'stop', folder])
    await startServer(folder, port)
  }
  return { url, restart, stop }
}

/** The script leaves the server running and gives its address. */
async function startServer(folder: string, port: number): Promise<void> {
  // The server would hold the pipes of its output open, so it gets files.
  const log = path.join(folder, 'start.log')
  // Where the server puts what does not fit into memory.
  const temporary = path.join(folder, 'tmp')
  await mkdir(temporary, { recursive: true })
  await chmod(temporary, 0o777)
  const env = { ...process.env, TMPDIR: temporary }
  const start = `bash "$1" start "$2" "$3" >"$4" 2>&1 </dev/null || { cat "$4"; exit 1; }`
  await runCommand('setsid', ['sh', '-c', start, 'start', SCRIPT, folder, String(port), log], {
    env,
  })
}

async function keep(unpacked: string, cached: string): Promise<void> {
  await mkdir(CACHE, { recursive: true })
  const copy = await mkdtemp(path.join(CACHE, 'unpacking-'))
  await runCommand('cp', ['-a', `${unpacked}/.`, copy])
  await runCommand('chmod', ['755', copy])
  // Whoever is second finds the first one's copy, which is as good.
  await rename(copy, cached).catch(() => rm(copy, { recursive: true }))
}

/**
 * Stops the server and removes its folder when asked, or when this process is gone, be it while the
 * server is still starting: then there is nothing to stop for a moment.
 */
function stopWithThisProcess(folder: string): () => Promise<void> {
  const watch = `
    cat >/dev/null
    for _ in $(seq 50); do bash "$1" stop "$2" && break; sleep 0.2; done
    rm -rf "$2"`
  const watcher = spawn('sh', ['-c', watch, 'watcher', SCRIPT, folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  watcher.unref()
  return async () => {
    watcher.ref()
    const stopped = once(watcher, 'exit')
    watcher.stdin.end()
    await stopped
  }
}

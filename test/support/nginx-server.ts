/** Starts a private nginx. */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isRoot } from './run-command'
import { freePort } from './free-port'
import { startSupervised } from './supervised-process'
import { testProgram, type TestProgram } from './test-programs'
import { waitUntil } from './wait-until'

export interface NginxServer {
  /** Scheme, host and port. */
  readonly origin: string
  /** Of the master process. */
  readonly pid: number
  stop(): Promise<void>
}

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

/** @param configuration content of a file in `conf.d`, for a server that listens on the port */
export async function nginxServer(
  configuration: (port: number) => string,
  nginx: TestProgram = testProgram('nginx'),
): Promise<NginxServer> {
  const port = await freePort()
  const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-nginx-'))
  writeFileSync(path.join(folder, 'site.conf'), configuration(port))
  const main = path.join(folder, 'nginx.conf')
  writeFileSync(
    main,
    [
      // Only this user may read the folder.
      ...(isRoot ? ['user root;'] : []),
      ...['daemon off;', 'worker_processes 1;', 'error_log stderr;'],
      ...[`pid ${folder}/nginx.pid;`, 'events {}', 'http {', 'access_log off;'],
      ...TEMPORARY.map((name) => `${name}_temp_path ${folder}/${name};`),
      ...[`include ${folder}/site.conf;`, '}', ''],
    ].join('\n'),
  )
  const command = [nginx.path, '-p', folder, '-e', 'stderr', '-c', main]
  const running = await startSupervised({ command, folder, port, env: nginx.env })
  const pid = await writtenPid(path.join(folder, 'nginx.pid')).catch(async (error: unknown) => {
    await running.stop()
    throw error
  })
  return { origin: `http://127.0.0.1:${port}`, pid, stop: () => running.stop() }
}

/** nginx accepts connections before it writes the file. */
async function writtenPid(file: string): Promise<number> {
  const read = (): number => (existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0)
  await waitUntil(() => read() > 0)
  return read()
}

/** A private nginx, of an installed binary or else of Debian's package. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { installPackages } from './debian-package'
import { findProgram, isRoot } from './run-command'
import { freePort, startSupervised } from './supervised-process'

export interface NginxServer {
  /** Scheme, host and port. */
  readonly origin: string
  stop(): Promise<void>
}

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

/** @param configuration what would be in `conf.d`, for a server that listens on this port */
export async function nginxServer(configuration: (port: number) => string): Promise<NginxServer> {
  if (findProgram('nginx') === undefined) {
    await installPackages(['nginx-light'], 'install nginx (Debian: nginx-light)')
  }
  const port = await freePort()
  const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-nginx-'))
  writeFileSync(path.join(folder, 'site.conf'), configuration(port))
  const main = path.join(folder, 'nginx.conf')
  writeFileSync(
    main,
    [
      // The folder is of this user alone.
      ...(isRoot ? ['user root;'] : []),
      ...['daemon off;', 'worker_processes 1;', 'error_log stderr;'],
      ...[`pid ${folder}/nginx.pid;`, 'events {}', 'http {', 'access_log off;'],
      ...TEMPORARY.map((name) => `${name}_temp_path ${folder}/${name};`),
      ...[`include ${folder}/site.conf;`, '}', ''],
    ].join('\n'),
  )
  const nginx = findProgram('nginx') ?? 'nginx'
  const command = [nginx, '-p', folder, '-e', 'stderr', '-c', main]
  const running = await startSupervised({ command, folder, port })
  return { origin: `http://127.0.0.1:${port}`, stop: () => running.stop() }
}

/** PHP-CRUD-API behind nginx and PHP-FPM: https://github.com/mevdschee/php-crud-api */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { UnavailableError } from '../../../test/support/left-out'
import { nginxServer } from '../../../test/support/nginx-server'
import { findOrUnpack } from '../../../test/support/test-programs'
import type { BenchDatabase, Peer, RunningPeer } from './peer'
import { findPhp, PROCESSES, startFpm } from './php-fpm'

const VERSION = '2.16.2'
const SHA_256 = '69eef5704a610a1cd8a07e4a98aaae7d4570b60b160192d80f530d8e315a25ef'

/** Names the release's single file `api.php`, which is in no package. */
const FILE_VARIABLE = 'PHP_CRUD_API'

interface Body {
  readonly records: readonly { readonly id: unknown }[]
  readonly results?: number
}

export const phpCrudApi: Peer = {
  name: 'PHP-CRUD-API',
  engines: ['postgres', 'sqlite', 'mysql', 'mariadb'],
  description: `[PHP-CRUD-API](https://github.com/mevdschee/php-crud-api) ${VERSION} with the middleware \`textSearch\`, on PHP-FPM with OPcache and ${PROCESSES} processes, behind nginx, with PHP and nginx from Debian.`,
  prepare: async () => {
    apiFile()
    await findPhp()
    await findOrUnpack('nginx')
  },
  start,
  // `page` also counts; `size` alone does not.
  path: ({ page, filter, hasTotal }) => {
    if (!hasTotal && page > 1) return undefined
    const search = filter === undefined ? '' : `&search=${encodeURIComponent(filter)}`
    return `/records/bench?${hasTotal ? `page=${page},10` : 'size=10'}${search}`
  },
  parse: (body) => {
    const { records, results } = body as Body
    return { ids: records.map(({ id }) => id), total: results }
  },
}

function apiFile(): string {
  const file = process.env[FILE_VARIABLE] ?? ''
  const remedy = `set ${FILE_VARIABLE} to the path of api.php of release ${VERSION}`
  if (!existsSync(file)) throw new UnavailableError('it is in no package', remedy)
  const hash = createHash('sha256').update(readFileSync(file)).digest('hex')
  if (hash !== SHA_256) throw new UnavailableError(`${FILE_VARIABLE} is another file`, remedy)
  return file
}

async function start(database: BenchDatabase): Promise<RunningPeer> {
  const fpm = await startFpm(await findPhp(), variablesOf(database))
  try {
    const { host } = new URL(fpm.origin)
    const nginx = await nginxServer(
      (port) => nginxText(port, host, apiFile()),
      await findOrUnpack('nginx'),
    )
    const stop = async (): Promise<void> => {
      await nginx.stop()
      await fpm.stop()
    }
    return { origin: nginx.origin, stop }
  } catch (error) {
    await fpm.stop()
    throw error
  }
}

/** The configuration of api.php. */
function variablesOf(database: BenchDatabase): Record<string, string> {
  const settings = { ...connectionOf(database), MIDDLEWARES: 'textSearch' }
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [`PHP_CRUD_API_${name}`, value]),
  )
}

function connectionOf({ engine, url }: BenchDatabase): Record<string, string> {
  if (engine === 'sqlite') return { DRIVER: 'sqlite', ADDRESS: url.slice('sqlite:'.length) }
  const { hostname, port, username, password, pathname } = new URL(url)
  return {
    DRIVER: engine === 'postgres' ? 'pgsql' : 'mysql',
    ADDRESS: hostname,
    PORT: port,
    USERNAME: username,
    // Without one, api.php uses its own default.
    PASSWORD: password || 'none',
    DATABASE: pathname.slice(1),
  }
}

function nginxText(port: number, fastcgi: string, script: string): string {
  return `server {
    listen 127.0.0.1:${port};
    location / {
      fastcgi_pass ${fastcgi};
      fastcgi_param SCRIPT_FILENAME ${script};
      fastcgi_param SCRIPT_NAME /api.php;
      fastcgi_param PATH_INFO $uri;
      fastcgi_param REQUEST_URI $request_uri;
      fastcgi_param QUERY_STRING $query_string;
      fastcgi_param REQUEST_METHOD $request_method;
      fastcgi_param SERVER_NAME localhost;
      fastcgi_param SERVER_PORT ${port};
      fastcgi_param SERVER_PROTOCOL $server_protocol;
    }
  }
`
}

/** `tablequery view BASE_URL`: serves the viewer for another implementation of the contract. */
import { once } from 'node:events'
import type Koa from 'koa'
import { removeEarlyExit } from '../program/early-exit'
import { isLoopback } from '../host-name'
import { createBaseApp } from '../http/base-app'
import { DEFAULT_MOUNT_PATH } from '../http/defaults'
import { isFailure } from '../http/errors/error-handler'
import { drain } from '../http/drain'
import { addressOf, listen } from '../http/http-server'
import { readPackagedPage } from '../http/pages/packaged-page'
import { unmatched } from '../http/errors/unmatched'
import { viewerRoutes } from '../http/viewer-page/routes'
import { visible } from '../log/control-characters'
import { StartError } from '../start-error'
import { baseUrlOf } from './base-url'
import { forwardingRoutes, onlyLocalNames, type ForwardingOptions } from './forwarding'
import { HEADER_HELP, HEADER_OPTIONS, headersOf } from './header-option'
import { parseOptions, wholeNumberOption } from './options'

const HELP = `Usage: tablequery view BASE_URL [options]

Serves the viewer for any API that implements the contract of tablequery.
BASE_URL includes the mount path: https://data.example/api/table-viewer

Options:
  --port NUMBER           Port to listen on; 0 for a free one (default: 3000)
  --host ADDRESS          Address to listen on (default: 127.0.0.1)
  --timeout MILLISECONDS  Maximum time until the API begins its response (default: 60000)
${HEADER_HELP}
  --help                  Print this text
`

const OPTIONS = {
  ...HEADER_OPTIONS,
  host: { type: 'string' },
  port: { type: 'string' },
  timeout: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

/** Maximum milliseconds until the API begins its response. */
const DEFAULT_TIMEOUT = 60_000

/** Milliseconds that running requests have to complete after a signal. */
const DRAIN_TIMEOUT = 1000

export async function viewCommand(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseOptions(args, OPTIONS)
  if (values.help === true) {
    process.stdout.write(HELP)
    return
  }
  const { host = '127.0.0.1', port = '3000' } = values
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new StartError('--port must be a whole number from 0 to 65535')
  const timeout = wholeNumberOption('timeout', values.timeout) ?? DEFAULT_TIMEOUT
  const baseUrl = baseUrlOf(positionals)
  const app = createViewApp(await readPackagedPage('viewer'), {
    baseUrl,
    headers: headersOf(values),
    timeout,
    isLocal: isLoopback(host),
  })
  const server = await listen(app, { host, port: Number(port) })
  process.stdout.write(`Open ${addressOf(server, host)}/ to see the tables of ${baseUrl}\n`)
  const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  removeEarlyExit()
  await stopped
  await drain(server, DRAIN_TIMEOUT)
}

interface ViewOptions extends Omit<ForwardingOptions, 'mountPath'> {
  /** Whether only programs on this machine can connect. */
  readonly isLocal: boolean
}

function createViewApp(
  page: Awaited<ReturnType<typeof readPackagedPage>>,
  { isLocal, ...forwarding }: ViewOptions,
): Koa {
  const app = createBaseApp()
  if (isLocal) app.use(onlyLocalNames())
  app.use(forwardingRoutes({ ...forwarding, mountPath: DEFAULT_MOUNT_PATH }).routes())
  app.use(viewerRoutes({ page }).routes())
  app.use(unmatched())
  // Koa emits the error of a body twice: as that of the body, and as that of the response.
  const printed = new WeakSet<Error>()
  app.on('error', (error: Error, ctx?: Koa.Context) => {
    if (!isFailure(error, ctx) || printed.has(error)) return
    printed.add(error)
    console.error(visible(`tablequery view: ${error.message}`))
  })
  return app
}

/**
 * Imported first by a test file: its apps read without cached totals, bookmarks and shared reads. The
 * layers do not depend on the engine, so the file runs on one engine of each dialect.
 */
import { oneOfEachDialect, sharedServers, SERVERS_VARIABLE } from './test-servers'

process.env['TEST_PLAIN_READS'] ??= '1'
const servers = sharedServers()
const tested = oneOfEachDialect(servers)
const others = servers.filter((server) => !tested.includes(server))
if (others.length > 0) {
  const names = others.map(({ name }) => name).join(', ')
  process.stderr.write(`plain reads: on ${names} only by npm run test:stress\n`)
}
process.env[SERVERS_VARIABLE] = JSON.stringify(tested)

/**
 * Imported first by a test file: its apps read without cached totals, bookmarks and shared reads. The
 * layers do not depend on the engine, so `npm test` uses one engine of each dialect.
 */
import { effort } from './effort'
import { sharedServers, SERVERS_VARIABLE, type ServerAddress } from './test-servers'

process.env['TEST_PLAIN_READS'] = '1'
const tested = effort(oneOfEachDialect, all)(sharedServers())
const names = (servers: readonly ServerAddress[]): string =>
  servers.map(({ name }) => name).join(', ')
const others = sharedServers().filter(({ name }) => !tested.some((each) => each.name === name))
if (others.length > 0) {
  process.stderr.write(
    `plain reads: on ${names(tested)}; on ${names(others)} only by npm run test:stress\n`,
  )
}
process.env[SERVERS_VARIABLE] = JSON.stringify(tested)

function oneOfEachDialect(servers: readonly ServerAddress[]): readonly ServerAddress[] {
  const dialects = servers.map(({ dialect }) => dialect)
  return servers.filter(({ dialect }, index) => dialects.indexOf(dialect) === index)
}

function all(servers: readonly ServerAddress[]): readonly ServerAddress[] {
  return servers
}

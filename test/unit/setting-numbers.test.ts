/** Ports and other whole numbers of the settings. */
import { settings } from '../support/program-settings'

const ports = (host: string, ...args: readonly string[]): string[] => [
  ...['--port', '9000', '--admin-port', '9000', '--host', host, ...args],
]

it.each([
  [ports('127.0.0.1')],
  [ports('0.0.0.0')],
  [ports('::')],
  [ports('localhost')],
  [ports('10.0.0.1', '--admin-host', '0.0.0.0')],
])('refuses one port for the API and for the admin port: %j', (args) => {
  expect(() => settings(args)).toThrow('adminPort must be another port than port, which is 9000')
})

it.each([
  [ports('10.0.0.1')],
  [ports('::1')],
  [ports('::1', '--admin-host', '0.0.0.0')],
  [['--port', '0', '--admin-port', '0']],
])('accepts one port of two addresses, and two free ports: %j', (args) => {
  expect(settings(args)).toMatchObject({ port: Number(args[1]), adminPort: Number(args[3]) })
})

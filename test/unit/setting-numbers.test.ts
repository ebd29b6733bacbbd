/** Ports and other whole numbers of the settings. */
import { file, settings } from '../support/program-settings'

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

it('reads a whole number from decimal digits, or from a number in the file', () => {
  const config = file('numbers.json', '{"maxLimit": 1e3, "workers": "3"}')
  const port = file('port', '0\n')
  expect(
    settings(['--config', config, '--port-file', port, '--drain-timeout', '10']),
  ).toMatchObject({ maxLimit: 1000, workers: 3, port: 0, drainTimeout: 10 })
})

it.each(['1e3', '0x10', ' 5', '5 ', '+5', '5.0', '007', '0b1'])(
  'refuses %j, which would be a whole number in another notation',
  (number) => {
    expect(() => settings(['--max-limit', number])).toThrow(
      /^--max-limit must be a whole number from 1 to 9007199254740991; write it in decimal digits$/,
    )
    expect(() => settings([], { PORT: number })).toThrow(
      /^PORT must be a whole number from 0 to 65535; write it in decimal digits$/,
    )
  },
)

it.each(['', ' ', 'x', '-1', '-0', '1.5', '1e-3', '٣', 'Infinity', '1'.repeat(400)])(
  'refuses %.9j, which is no such number',
  (number) => {
    expect(() => settings([`--port=${number}`])).toThrow(
      /^--port must be a whole number from 0 to 65535$/,
    )
  },
)

import { readCommand } from '../../src/config'
import { startWarnings } from '../../src/start-warnings'

function warnings(args: readonly string[]): readonly string[] {
  const command = readCommand(args, {})
  if (command.run !== 'serve') throw new Error(`the program would run "${command.run}"`)
  return startWarnings(command.settings)
}

it('has none for a database, on an address that only this machine reaches', () => {
  expect(warnings(['x.db'])).toEqual([])
})

it('names the example if no connection is set', () => {
  expect(warnings([])).toEqual([
    'no connection is set: the tables are those of the bundled example',
  ])
})

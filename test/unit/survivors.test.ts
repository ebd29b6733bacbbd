import { newSurvivors, survivorsOf, type MutationReport } from '../../scripts/stress/survivors'

const source = 'const a = b +\n  c\n'
const mutant = { mutatorName: 'ArithmeticOperator', replacement: 'b - c' }
const location = { start: { line: 1, column: 11 }, end: { line: 2, column: 4 } }
const reportOf = (statuses: readonly string[]): MutationReport => ({
  files: {
    'src/a.ts': { source, mutants: statuses.map((status) => ({ ...mutant, status, location })) },
  },
})
const LINE = 'src/a.ts: b + c → b - c'

it('lists mutations that no test notices, with their code in one line', () => {
  const statuses = ['Killed', 'Survived', 'NoCoverage', 'Timeout', 'Ignored']
  expect(survivorsOf(reportOf(statuses))).toEqual([LINE, LINE])
})

it('finds survivors that are not in the list, or more often', () => {
  expect(newSurvivors([LINE], [LINE, 'another'])).toEqual([])
  expect(newSurvivors([LINE, LINE, 'new'], [LINE])).toEqual([LINE, 'new'])
})

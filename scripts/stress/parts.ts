/** The parts of `npm run test:stress`. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

export interface Part {
  /** The name for `--only` and in docs/explanation/proof.md. */
  readonly name: string
  readonly command: () => readonly string[]
  readonly variables?: Readonly<Record<string, string>>
}

const root = path.join(__dirname, '../..')

/** The environment of a test with the sizes and the engines of the stress run. */
export const UNDER_STRESS = { TEST_STRESS: 'true' }

/** @param tests paths, or parts of them */
export function jestWithStressFiles(tests: readonly string[]): readonly string[] {
  return ['npx', 'jest', ...tests, '--testMatch', '**/*.(test|stress).ts']
}

/** They take an hour on MySQL, and another on MariaDB. */
const HOSTILE_WRITERS = 'hostile-writers.test.ts'

export const PARTS: readonly Part[] = [
  {
    name: 'sizes',
    command: () =>
      jestWithStressFiles(stressTests().filter((file) => !file.endsWith(HOSTILE_WRITERS))),
    variables: UNDER_STRESS,
  },
  {
    name: 'writers',
    command: () =>
      jestWithStressFiles(stressTests().filter((file) => file.endsWith(HOSTILE_WRITERS))),
    variables: UNDER_STRESS,
  },
  {
    name: 'plain',
    command: () => jestWithStressFiles(['test/contract']),
    variables: { TEST_PLAIN_READS: '1', TEST_EVERY_ENGINE: 'true' },
  },
  {
    name: 'fuzz',
    command: () => ['npx', 'jest', 'test/fuzz'],
    variables: { FUZZ_RUNS: '20000' },
  },
  {
    name: 'mutations',
    command: () => script('scripts/stress/mutations.ts'),
    variables: { TEST_ENGINES: 'sqlite' },
  },
  { name: 'soak', command: () => ['npm', 'run', 'soak', '--', '--minutes', '30'] },
]

function script(file: string): string[] {
  return ['node', '--require', './test/support/typescript-hook.cjs', file]
}

/** Tests that have a larger size or more engines under stress, and tests that run only then. */
function stressTests(): string[] {
  return ['test', 'dialects', 'fixtures']
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        path.join(folder, name),
      ),
    )
    .filter(
      (file) =>
        file.endsWith('.stress.ts') || (file.endsWith('.test.ts') && growsUnderStress(file)),
    )
}

function growsUnderStress(file: string): boolean {
  const source = readFileSync(path.join(root, file), 'utf8')
  return /describe(One(Idle)?Engine|OneServer|EachDialect)|(from|import) '.*\/(effort|retyped-column|odd-upstream|faulty-file)'/.test(
    source,
  )
}

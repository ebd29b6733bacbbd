/**
 * scripts/Dockerfile and scripts/compose.yaml, as far as they can be tested without a container engine;
 * container.stress.ts runs the program with their restrictions.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { validate } from 'dockerfile-utils'
import { parse } from 'yaml'
import { readCommand } from '../../src/program/config'

const root = path.join(__dirname, '../..')
const scripts = path.join(root, 'scripts')
const dockerfile = readFileSync(path.join(scripts, 'Dockerfile'), 'utf8')
/** The instructions of the last stage, whose image runs. */
const lastStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))

interface Compose {
  readonly services: {
    readonly tablequery: {
      readonly environment: Readonly<Record<string, string>>
      readonly ports: readonly string[]
      readonly read_only: boolean
      readonly tmpfs: string
      readonly cap_drop: readonly string[]
      readonly stop_grace_period: string
    }
    readonly postgres: { readonly environment: Readonly<Record<string, string>> }
  }
}
const compose = parse(readFileSync(path.join(scripts, 'compose.yaml'), 'utf8')) as Compose

it('the Compose file restricts the program', () => {
  const { read_only: isReadOnly, tmpfs, cap_drop: dropped } = compose.services.tablequery
  expect([isReadOnly, tmpfs, dropped]).toEqual([true, '/tmp', ['ALL']])
})

describe('the Dockerfile', () => {
  it('passes its linter', () => {
    expect(validate(dockerfile)).toEqual([])
  })

  it('copies all files that `npm run build` names', () => {
    const [before = ''] = dockerfile.split('\nRUN npm run build')
    const copied = [...before.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, names = '']) =>
      names.split(' '),
    )
    const named = wordsOf('build').filter((word) => existsSync(path.join(root, word)))
    const sources = new Set(named.map((name) => path.normalize(name).split(path.sep)[0]))
    expect(sources).toContain('scripts')
    expect([...copied, 'node_modules']).toEqual(expect.arrayContaining([...sources]))
  })

  it('runs the files that the first stage builds, as an unprivileged user', () => {
    expect(lastStage).not.toMatch(/^(RUN|ADD) /m)
    expect(lastStage).toMatch(/^USER node$/m)
    expect(lastStage.match(/^COPY .*$/gm)).toEqual([
      'COPY --from=build /app/package.json ./',
      'COPY --from=build /app/node_modules node_modules',
      'COPY --from=build /app/dist dist',
    ])
  })
})

/** The words of an npm script and of the scripts that it runs. */
function wordsOf(script: string, seen = new Set<string>()): string[] {
  const { [script]: command = '', ...others } = scriptsOf()
  seen.add(script)
  const words = command.split(' ')
  const more = words.filter((word) => word in others && !seen.has(word))
  return [...words, ...more.flatMap((word) => wordsOf(word, seen))]
}

function scriptsOf(): Record<string, string> {
  const file = readFileSync(path.join(root, 'package.json'), 'utf8')
  return (JSON.parse(file) as { scripts: Record<string, string> }).scripts
}

it('the Compose file has valid settings, and the password of its Postgres', () => {
  const { tablequery, postgres } = compose.services
  const command = readCommand([], { HOST: '0.0.0.0', ...tablequery.environment })
  if (command.run !== 'serve') throw new Error(command.run)
  const { connection = '', port, drainTimeout } = command.settings
  expect(new URL(connection).password).toBe(postgres.environment['POSTGRES_PASSWORD'])
  expect(new URL(connection).hostname in compose.services).toBe(true)
  expect(tablequery.ports).toEqual([`127.0.0.1:${port}:${port}`])
  // The program closes everything within ten seconds after its drain timeout.
  const [, seconds] = /^(\d+)s$/.exec(tablequery.stop_grace_period) ?? []
  expect(Number(seconds) * 1000).toBeGreaterThan(drainTimeout + 10_000)
})

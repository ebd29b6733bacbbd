/**
 * The part `mutations` of `npm run test:stress`: changes single expressions of a sample of files, and fails
 * if a change that no test notices is not in scripts/stress/survivors.txt. `--write` writes that file.
 * Arguments are the only files to mutate.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { SERVERS_VARIABLE } from '../../test/support/test-servers'
import { parseCommandLine } from '../command-line'
import { newSurvivors, survivorsOf, type MutationReport } from './survivors'

/** Files that can be tested without the rest, each with its tests. */
const SAMPLE: Readonly<Record<string, string>> = {
  'src/core/layers/declared-keys.ts': 'test/unit/declared-keys',
  'src/core/pagination.ts': 'test/unit/pagination',
  'src/core/ranges-by-null.ts': 'test/unit/ranges-by-null',
  'src/core/retry-on-change.ts': 'test/unit/retry-on-change',
  'src/core/layers/seek-bookmarks.ts': 'test/unit/{seek-bookmarks,bookmarked-pages}',
  'src/core/seek-condition.ts': 'test/unit/seek-condition',
  'src/core/layers/total-cache.ts': 'test/unit/{total-cache,cached-totals}',
  'src/dialect/nearest-names.ts': 'test/unit/nearest-names',
  'src/dialect/row-key.ts': 'test/unit/row-key',
  'src/dialect/search-pattern.ts': 'test/unit/search-pattern',
  'src/dialect/sessions/deadline.ts': 'test/unit/deadline',
  'src/dialect/sessions/fair-queue.ts': 'test/unit/fair-queue',
  'src/http/authorization/permissions.ts': 'test/unit/permissions',
  'src/settings/list-grammar.ts': 'test/unit/list-grammar',
  'src/http/query/query-string.ts': 'test/unit/query-string',
  'dialects/mysql/connection-string.ts': 'dialects/mysql/connection-string',
  'dialects/sqlite/search.ts': 'dialects/sqlite/search',
}

const { values, positionals } = parseCommandLine({
  options: { write: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const root = path.join(__dirname, '../..')
const listFile = path.join(__dirname, 'survivors.txt')
const files = positionals.length > 0 ? positionals : Object.keys(SAMPLE)

const survivors = files.flatMap(survivorsIn).sort()
const list = readFileSync(listFile, 'utf8').split('\n').filter(Boolean)
if (values.write) {
  const others = list.filter((line) => !files.some((file) => line.startsWith(`${file}: `)))
  writeFileSync(listFile, `${[...others, ...survivors].sort().join('\n')}\n`)
} else {
  const added = newSurvivors(survivors, list)
  for (const survivor of added) console.error(`new: ${survivor}`)
  if (added.length > 0) process.exitCode = 1
}

function survivorsIn(file: string): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-mutations-'))
  const servers = [{ name: 'sqlite', dialect: 'sqlite', url: `sqlite:${folder}` }]
  const env = {
    ...process.env,
    MUTATED_FILE: file,
    MUTATED_TEST: testsOf(file),
    [SERVERS_VARIABLE]: JSON.stringify(servers),
    NODE_OPTIONS: `--require "${path.join(root, 'test/support/typescript-hook.cjs')}"`,
  }
  const args = ['stryker', 'run', 'scripts/stress/mutations.config.mjs']
  try {
    const { status } = spawnSync('npx', args, { cwd: root, env, stdio: 'inherit' })
    if (status !== 0) throw new Error(`StrykerJS has failed for ${file}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
  const report = readFileSync(path.join(root, '.stryker/mutations.json'), 'utf8')
  return survivorsOf(JSON.parse(report) as MutationReport)
}

function testsOf(file: string): string {
  const tests = SAMPLE[file]
  if (tests === undefined) throw new Error(`${file} is not in the sample`)
  return `${tests}.test.ts`
}

/** The first start is as fast as later ones: `npm ci` creates the example database. */
import { readFileSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { builtProgram } from '../support/built-program'
import { runCommand } from '../support/run-command'

const ROOT = path.join(__dirname, '../..')
const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>
}

const program = builtProgram()
afterAll(() => {
  program.clear()
})

it('is created by the script that `npm ci` runs, and used by the start', async () => {
  expect(scripts['prepare']?.split(' && ')).toContain('npm run example')
  const [command = '', ...args] = scripts['example']?.split(' ') ?? []
  const inRoot = args.map((arg) => (/^[.\w]+\//.test(arg) ? path.join(ROOT, arg) : arg))
  const cache = { XDG_CACHE_HOME: program.folder }
  const env = { ...process.env, ...cache }
  expect(await runCommand(command, inRoot, { env })).toBe('')
  const folder = path.join(program.folder, 'tablequery')
  const [file = '', ...others] = readdirSync(folder)
  expect(others).toEqual([])
  const { ino } = statSync(path.join(folder, file))
  const { baseUrl } = await program.serve([], cache)
  expect((await fetch(`${baseUrl}/query?table=customers&limit=1`)).status).toBe(200)
  expect(statSync(path.join(folder, file)).ino).toBe(ino)
}, 60_000)

/** Runs the program of docs/reference/client.md unchanged, and compares its output with the API. */
import { once } from 'node:events'
import { format } from 'node:util'
import { defaultShopDatabase } from '../../fixtures/shop/default-database'
import { outputOf } from '../support/built-program'
import { codeBlock } from '../support/document-code'
import { exampleProgram } from '../support/example-program'
import { startTestApp, type TestApp, type TestAppOptions } from '../support/test-app'

const call = "void printCustomers(process.argv[2] ?? '')\n"
const program = exampleProgram('client', codeBlock('docs/reference/client.md', 'ts') + call)
const apps: TestApp[] = []
afterAll(async () => {
  program.clear()
  for (const app of apps) await app.stop()
})

async function run(options: TestAppOptions) {
  const app = await startTestApp(await defaultShopDatabase(), options)
  apps.push(app)
  const child = program.start([`${app.origin}/api/table-viewer`], {})
  const exit = once(child, 'exit')
  const [stdout, stderr] = await Promise.all([outputOf(child.stdout), outputOf(child.stderr)])
  const [code] = (await exit) as unknown[]
  const read = async (path: string): Promise<unknown> => JSON.parse((await app.get(path)).text)
  const printed = [await read('tables'), await read('tables/customers')]
  return { stdout, stderr, code, printed: printed.map((body) => format(body)) }
}

it('prints the tables, the columns and the rows', async () => {
  const { stdout, stderr, code, printed } = await run({})
  expect([code, stderr]).toEqual([0, ''])
  const rows = ['1147 Zoë Dijkstra', '643 Zoë Gray', '16 in all', '']
  expect(stdout).toBe([...printed, ...rows].join('\n'))
}, 60_000)

it('prints the invalid parameter and its constraint', async () => {
  const { stdout, stderr, code, printed } = await run({ maxLimit: 1 })
  expect([code, stdout]).toEqual([0, [...printed, ''].join('\n')])
  expect(stderr).toMatch(/^limit a whole number from 1 to 1\b.*\n$/)
})

/** The product returns the same bodies on newer versions of Node.js as on the version that runs the tests. */
import { conformance } from '../../fixtures/conformance/conformance'
import { builtProgram, type BuiltProgram } from '../support/built-program'
import { describeEachEngine, withoutApp } from '../support/describe-each-engine'
import { installForNode, type InstalledProduct } from '../support/node-version'
import { runCommand } from '../support/run-command'

const MAJORS = [22, 24]

const installed = new Map<number, InstalledProduct>()

beforeAll(async () => {
  for (const major of MAJORS) installed.set(major, await installForNode(major))
}, 600_000)

afterAll(() => {
  for (const product of installed.values()) product.remove()
})

withoutApp(describeEachEngine)('other versions of Node.js', conformance, (t) => {
  const programs: BuiltProgram[] = []
  afterAll(() => {
    for (const program of programs) program.clear()
  })

  /** The bodies of some queries of each table. */
  async function bodiesBy(choice?: InstalledProduct): Promise<string[]> {
    const program = builtProgram(choice)
    programs.push(program)
    const { baseUrl } = await program.serve([t.database.url])
    const textOf = async (path: string): Promise<string> => {
      const response = await fetch(`${baseUrl}/${path}`)
      return `${path} ${response.status} ${await response.text()}`
    }
    const tables = (await (await fetch(`${baseUrl}/tables`)).json()) as string[]
    const bodies: string[] = []
    for (const table of tables) {
      const name = encodeURIComponent(table)
      bodies.push(await textOf(`tables/${name}`))
      for (const query of ['limit=1000', 'filter=a&limit=50', 'page=2&limit=3', 'sort=nope:asc']) {
        bodies.push(await textOf(`query?table=${name}&${query}`))
      }
    }
    return bodies
  }

  it.each(MAJORS)(
    'return the same bodies on Node.js %d',
    async (major) => {
      const product = installed.get(major)
      const version = await runCommand(product?.node ?? '', ['--version'])
      expect(version).toMatch(new RegExp(`^v${major}\\.`))
      const expected = await bodiesBy()
      expect(expected.length).toBeGreaterThan(20)
      expect(await bodiesBy(product)).toEqual(expected)
    },
    120_000,
  )
})

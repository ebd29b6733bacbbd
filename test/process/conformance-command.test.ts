/**
 * `tablequery conformance`, as built, against the built server. What does not depend on its process runs in
 * this one, because a start takes longer than all of that. @long
 */
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createNetServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { conformanceCommand } from '../../src/commands/conformance'
import { helpText } from '../../src/program/help-text'
import { builtProgram } from '../support/built-program'
import { effort } from '../support/effort'
import { freePort } from '../support/free-port'

const program = builtProgram()
const { folder, runToEnd, serve } = program
afterAll(() => {
  program.clear()
})

/** Writes a file, and returns its path. */
function written(name: string, content: string): string {
  const file = path.join(folder, name)
  writeFileSync(file, content)
  return file
}

/** Runs the command in this process. */
async function runHere(
  args: readonly string[],
): Promise<{ code: unknown; stdout: string; stderr: string }> {
  let [stdout, stderr] = ['', '']
  const output = jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    stdout += String(text)
    return true
  })
  const errors = jest.spyOn(console, 'error').mockImplementation((text) => {
    stderr += `${String(text)}\n`
  })
  const before = process.exitCode
  process.exitCode = undefined
  try {
    await conformanceCommand(args)
    return { code: process.exitCode, stdout, stderr }
  } finally {
    process.exitCode = before
    output.mockRestore()
    errors.mockRestore()
  }
}

/** A small one is enough for the command: `own-server.test.ts` checks tables of every kind. */
const SMALL_TABLE = 'categories'
const tables = effort(['--table', SMALL_TABLE], [])
const level = effort('must', 'sameness')

it('passes for the bundled example, and writes both reports', async () => {
  const { baseUrl } = await serve(['--viewer-path', 'off'])
  const json = path.join(folder, 'report.json')
  const junit = path.join(folder, 'report.xml')
  const args = ['--level', level, ...tables, '--json', json, '--junit', junit]
  const { code, stdout, stderr } = await runToEnd(['conformance', baseUrl, ...args])
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^ok {6}must {6}tables\/list$/m)
  expect(stdout).toContain(` checks failed (level ${level}), on `)
  expect(stdout).toMatch(/^0 of \d+ checks failed/m)
  const report = JSON.parse(readFileSync(json, 'utf8')) as { results: { status: string }[] }
  expect(new Set(report.results.map(({ status }) => status))).toEqual(
    new Set(['passed', 'not applicable']),
  )
  const xml = readFileSync(junit, 'utf8')
  expect(xml).toContain(
    `<testsuites name="conformance" tests="${report.results.length}" failures="0"`,
  )
  expect(xml).toContain(`<testcase classname="${SMALL_TABLE}" name="pages/total"/>`)
}, 240_000)

describe('an implementation with faults', () => {
  const server = createServer((req, res) => {
    res.setHeader('Content-Type', 'application/json')
    const odd = req.headers['x-odd']
    if (odd === 'yes') {
      res.end(JSON.stringify(req.url === '/tables' ? ['a\u001b[2Jb'] : { data: [] }))
    } else if (odd === 'refused' || req.headers['x-api-key'] !== "it's secret") {
      res.statusCode = 401
      const details = { authMethod: 'key', reason: 'a <key> is needed' }
      res.end(
        JSON.stringify({ error: 'AUTHENTICATION_FAILED', message: 'No\u001b[2J key.', details }),
      )
    } else if (req.url === '/tables') res.end('["a&b"]')
    else res.end('{"data":[]}')
  })
  let url: string
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => server.close())

  it('has exit status 1, commands to repeat the requests, and no secret in any report', async () => {
    const headers = path.join(folder, 'headers.txt')
    writeFileSync(headers, "X-API-Key: it's secret\n")
    const [json, junit] = [path.join(folder, 'faults.json'), path.join(folder, 'faults.xml')]
    const { code, stdout } = await runToEnd([
      ...['conformance', `${url}/`, '--header-file', headers],
      ...['--json', json, '--junit', junit],
    ])
    expect(code).toBe(1)
    expect(stdout).toContain('FAILED  must      result/columns')
    expect(stdout).toContain('result/columns on table a&b: columns is an array of strings.')
    expect(stdout).toContain('  2.2 "columns — array of string — Column names of the result set."')
    expect(stdout).toContain(
      `    curl -i -H 'Accept: application/json' -H "X-API-Key: $X_API_KEY" '${url}/query?table=a%26b'\n`,
    )
    const xml = readFileSync(junit, 'utf8')
    expect(xml).toContain('<testcase classname="a&amp;b" name="result/columns"><failure message=')
    for (const text of [stdout, xml, readFileSync(json, 'utf8')])
      expect(text).not.toContain('secret')
  })

  it('shows control characters of the server instead of sending them to the terminal', async () => {
    const header = ['--header', 'X-Odd: yes']
    const { code, stdout } = await runHere([url, ...header])
    expect(code).toBe(1)
    expect(stdout).toContain('on table a\\u001b[2Jb: ')
    expect(stdout).not.toMatch(/[^\P{C}\n]/u)
    const refused = await runHere([url, '--header', 'X-Odd: refused'])
    expect(refused.code).toBe(2)
    expect(refused.stderr).toContain('\\u001b[2J')
  })

  it.each([
    [
      [],
      'exactly one BASE_URL is required, e.g. http://127.0.0.1:3000/api/table-viewer; 0 were given',
    ],
    [
      ['ftp://x'],
      'BASE_URL must be an http or https URL, e.g. http://127.0.0.1:3000/api/table-viewer',
    ],
    [
      ['http://u:p@x'],
      'BASE_URL must have only a scheme, a host, a port and a path; pass credentials with --header',
    ],
    [
      ['http://x/api?'],
      'BASE_URL must have only a scheme, a host, a port and a path; pass credentials with --header',
    ],
    [['http://x', '--level', 'most'], '--level must be one of must, should, sameness'],
    [['http://x', '--timeout', '0'], '--timeout must be a whole number from 1 to 999999999'],
    [
      ['http://x', '--header', 'x'],
      "--header must be of the form 'NAME: VALUE', e.g. 'X-API-Key: abc'",
    ],
    [
      ['http://x', '--header-file', written('wrong', 'X-API-Key abc')],
      "--header-file: each line must be of the form 'NAME: VALUE', e.g. 'X-API-Key: abc'",
    ],
    [
      ['http://x', '--header-file', written('empty', '\n')],
      `--header-file: there is no header in ${path.join(folder, 'empty')}`,
    ],
    [['http://x', '--table', ''], '--table must be the name of a table'],
    [['http://x', '--nope'], "Unknown option '--nope'; see --help"],
  ])('%j has exit status 2', async (args, message) => {
    const expected = { code: 2, stdout: '', stderr: `tablequery conformance: ${message}\n` }
    expect(await runHere(args)).toEqual(expected)
  })

  it('has exit status 2 if nothing listens', async () => {
    const address = `127.0.0.1:${await freePort()}`
    const { code, stderr } = await runHere([`http://${address}`])
    const message = `cannot reach http://${address}/tables: connection refused`
    expect([code, stderr]).toEqual([2, `tablequery conformance: ${message}\n`])
  })

  it('has exit status 2 if the server closes every connection at once', async () => {
    const closing = createNetServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
    await once(closing, 'listening')
    const { port } = closing.address() as AddressInfo
    const address = `http://127.0.0.1:${port}`
    const { code, stderr } = await runHere([address, '--timeout', '2000'])
    closing.close()
    expect(code).toBe(2)
    // Node.js 20 does not always notice it.
    expect(stderr).toMatch(
      /^tablequery conformance: http:\S+\/tables: (?:the server closed the connection without a response|no response within 2000 ms)\n$/,
    )
  })

  it.each(['--json', '--junit'])(
    'checks that the file of %s can be written before it sends a request',
    async (option) => {
      const missing = path.join(folder, 'missing/report')
      expect(await runHere(['http://127.0.0.1:1', option, missing])).toEqual({
        code: 2,
        stdout: '',
        stderr: `tablequery conformance: cannot write ${missing}: no such folder\n`,
      })
      const { stderr } = await runHere(['http://127.0.0.1:1', option, folder])
      expect(stderr).toBe(`tablequery conformance: cannot write ${folder}: it is a folder\n`)
    },
  )

  it('refuses one file for both reports', async () => {
    const file = path.join(folder, 'both')
    const args = ['--json', file, '--junit', `${folder}/x/../both`]
    expect(await runHere(['http://127.0.0.1:1', ...args])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'tablequery conformance: --junit and --json must be different files\n',
    })
  })

  it('leaves a report as it was if the checks cannot run', async () => {
    const [old, none] = [written('old.json', '{}'), path.join(folder, 'none.xml')]
    const { stderr } = await runHere(['http://127.0.0.1:1', '--json', old, '--junit', none])
    expect(stderr).toContain('cannot reach http://127.0.0.1:1/tables: ')
    expect(readFileSync(old, 'utf8')).toBe('{}')
    expect(existsSync(none)).toBe(false)
  })

  it('has exit status 2 if credentials are missing', async () => {
    const { code, stderr } = await runHere([url])
    expect(code).toBe(2)
    expect(stderr).toMatch(/^tablequery conformance: credentials are missing or wrong: 401 /)
  })

  it('has exit status 2 if the maximum number of requests is reached', async () => {
    const header = ['--header', "X-API-Key: it's secret"]
    const { code } = await runHere([url, ...header, '--max-requests', '5'])
    expect(code).toBe(2)
  })
})

it('explains its options', async () => {
  const { code, stdout } = await runHere(['--help'])
  expect(code).toBeUndefined()
  for (const option of ['--table', '--max-requests', '--timeout', '--level', '--junit', '--json'])
    expect(stdout).toContain(option)
  expect(helpText()).toContain('tablequery conformance BASE_URL')
})

/** Follows docs/tutorial with a database and a role of its own, and uses the page in a browser. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import type { Browser, Page } from 'playwright-core'
import { BROWSER_START, openBrowser } from '../support/browser'
import { builtProgram } from '../support/built-program'
import { describeEachServer } from '../support/describe-each-server'
import { codeBlock, codeBlocks, substituted } from '../support/document-code'
import { testsThatNeed } from '../support/left-out'
import { runCommand } from '../support/run-command'
import { sendRequest } from '../support/send-request'
import { freePort } from '../support/free-port'
import { startSupervised } from '../support/supervised-process'
import { testProgram } from '../support/test-programs'
import { waitUntil } from '../support/wait-until'

const DOCUMENT = 'docs/tutorial/README.md'
const root = path.join(__dirname, '../..')
const vite = path.join(root, 'node_modules/vite/bin/vite.js')
const [load = '', start = '', ...requests] = codeBlocks(DOCUMENT, 'sh')
const serve = requests.pop() ?? ''
const responses = codeBlocks(DOCUMENT, 'json')

let servers = 0

const { afterAll, beforeAll, it } = testsThatNeed('chromium', 'psql')

describeEachServer('postgres', 'the tutorial', (server) => {
  const name = `tutorial_${process.pid}_${++servers}`
  const program = builtProgram()
  const connection = new URL(server.url)
  const closers: (() => unknown)[] = []
  let apiOrigin = ''
  let page: Page

  const asOwner = async (database: string, statement: string): Promise<void> => {
    const url = new URL(connection)
    url.pathname = database
    const client = new Client({ connectionString: url.href })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }

  /** Runs the commands for `psql` of the tutorial. */
  const loadDump = async (): Promise<void> => {
    const { loader, path: psql, env } = testProgram('psql')
    const access = {
      ...{ PGHOST: connection.hostname, PGPORT: connection.port },
      ...{ PGUSER: connection.username, PGPASSWORD: decodeURIComponent(connection.password) },
    }
    const renamed = substituted(load, {
      'database library': `database ${name}`,
      'dbname library': `dbname ${name}`,
      'docs/tutorial': path.join(root, 'docs/tutorial'),
    })
    for (const line of renamed.trim().split('\n')) {
      const [command, ...args] = [...line.matchAll(/'([^']+)'|(\S+)/g)].map(
        (m) => m[1] ?? m[2] ?? '',
      )
      expect(command).toBe('psql')
      const words = [...loader, psql, '--no-psqlrc', '--set', 'ON_ERROR_STOP=1', ...args]
      await runCommand(words[0] ?? '', words.slice(1), {
        env: { ...process.env, ...env, ...access },
      })
    }
  }

  beforeAll(async () => {
    const started: Promise<Browser> = openBrowser()
    closers.push(async () => (await started).close())
    await loadDump()
    closers.push(async () => {
      await asOwner('postgres', `drop database ${name} with (force)`)
      await asOwner('postgres', `drop role if exists ${name}`)
    })
    await asOwner(name, substituted(codeBlock(DOCUMENT, 'sql'), { library_api: name }))

    const sitePort = await freePort()
    const [, command = ''] = start.trim().split('\n')
    const [, ...args] = substituted(command, {
      'library_api:change-me@localhost:5432/library': `${name}:change-me@${connection.host}/${name}`,
      '127.0.0.1:5173': `127.0.0.1:${sitePort}`,
    }).split(' -- ')
    closers.push(() => {
      program.clear()
    })
    const { baseUrl } = await program.serve([...args.join().split(' '), '--port', '0'])
    apiOrigin = new URL(baseUrl).origin

    const site = path.join(program.folder, 'grid')
    mkdirSync(site)
    const html = substituted(codeBlock(DOCUMENT, 'html'), { 'http://127.0.0.1:3000': apiOrigin })
    writeFileSync(path.join(site, 'index.html'), html)
    const [, tool, ...options] = substituted(serve.trim(), { '5173': String(sitePort) }).split(' ')
    expect([tool, options[0]]).toEqual(['vite', 'grid'])
    const files = await startSupervised({
      command: [process.execPath, vite, site, ...options.slice(1)],
      ...{ folder: site, port: sitePort, env: {} },
    })
    closers.push(() => files.stop())
    const siteUrl = `http://127.0.0.1:${sitePort}`
    // To find out whether the port is free, Vite listens on it for a moment before its server does.
    await waitUntil(() => fetch(siteUrl).catch(() => undefined), BROWSER_START)
    page = await (await started).newPage()
    await page.goto(siteUrl)
  }, 2 * BROWSER_START)

  afterAll(async () => {
    for (const close of closers.reverse()) await close()
  })

  it.each(requests.map((request, index) => [request.trim(), responses[index] ?? '']))(
    '%s has the documented response',
    async (request, json) => {
      const [, target = ''] = /3000([^']+)'/.exec(request) ?? []
      const { text } = await sendRequest(apiOrigin, target)
      expect(JSON.parse(text)).toEqual(JSON.parse(json))
    },
  )

  it('shows a grid that sorts, searches and turns pages', async () => {
    const titles = page.locator('tbody td:nth-child(2)')
    const state = page.locator('output')
    const until = (text: string): Promise<void> => state.filter({ hasText: text }).waitFor()
    await until('Page 1 of 6, 60 rows')
    expect(await titles.first().innerText()).toBe('Sense and Sensibility')
    await page.getByRole('button', { name: 'Next' }).click()
    await until('Page 2 of 6')
    await page.getByText('year', { exact: true }).click()
    await page.locator('tbody', { hasText: 'La Galatea' }).waitFor()
    await page.getByText('year', { exact: true }).click()
    await page.locator('tbody', { hasText: 'The Waves' }).waitFor()
    expect(await titles.first().innerText()).toBe('The Waves')
    await page.getByRole('searchbox').fill('ИДИОТ')
    await until('Page 1 of 1, 1 rows')
    expect(await titles.allInnerTexts()).toEqual(['Идиот'])
  })
})

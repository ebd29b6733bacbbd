/** The viewer with the implementation in Python: by `tablequery view`, and as static files. */
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import Koa from 'koa'
import type { Browser } from 'playwright-core'
import {
  conformanceFile,
  startPython,
  type RunningImplementation,
} from '../conformance/implementations'
import { BROWSER_START, openBrowser } from '../support/browser'
import { builtPackage } from '../support/built-package'
import { builtProgram } from '../support/built-program'
import { codeBlocks, substituted } from '../support/document-code'
import { testsThatNeed } from '../support/left-out'
import { runFolder } from '../support/run-folder'
import { serveApp } from '../support/serve-app'
import { openViewer, type ViewerPage } from './viewer-page'

const { afterAll, beforeAll, it } = testsThatNeed('chromium', 'python3')

const program = builtProgram()
const closers: (() => unknown)[] = []
let browser: Browser
let file: string
beforeAll(async () => {
  file = await conformanceFile()
  browser = await openBrowser()
  closers.push(() => browser.close())
}, BROWSER_START)
afterAll(async () => {
  program.clear()
  for (const close of closers.reverse()) await close()
})

async function startImplementation(...args: readonly string[]): Promise<RunningImplementation> {
  const running = await startPython(file, args)
  closers.push(running.stop)
  return running
}

/** Opens, sorts and searches a table as a user does. */
async function expectTable({
  page,
  column,
  header,
  settle,
  complaints,
}: ViewerPage): Promise<void> {
  const links = page.getByRole('navigation', { name: 'Tables' }).getByRole('link')
  expect(await links.allTextContents()).toContain('people')
  expect((await column('id')).slice(0, 3)).toEqual(['1', '2', '3'])
  await header('id').click()
  await settle()
  await header('id').click()
  await settle()
  expect((await column('id')).slice(0, 3)).toEqual(['12', '11', '10'])
  await page.goto(`${page.url().split('?')[0]}?table=people&filter=%C3%A9lo%C3%AFse`)
  await settle()
  expect((await column('id')).toSorted()).toEqual(['3', '4'])
  expect(complaints()).toEqual([])
}

it('shows its tables by tablequery view', async () => {
  const { baseUrl } = await startImplementation('--token', 'correct-horse')
  const header = ['--header', 'Authorization: Bearer correct-horse']
  const { line } = await program.serve(['view', baseUrl, ...header])
  const viewer = await openViewer(browser, `${line.split(' ')[1] ?? ''}?table=people`)
  await expectTable(viewer)
  await viewer.context.close()
}, 60_000)

it('shows its tables from static files of another origin', async () => {
  const site = path.join(runFolder, 'viewer-site')
  rmSync(site, { recursive: true, force: true })
  mkdirSync(path.join(site, 'node_modules'), { recursive: true })
  symlinkSync(builtPackage, path.join(site, 'node_modules/tablequery'))
  let policy = ''
  const files = new Koa()
  files.use((ctx) => {
    const name = ctx.path === '/' ? '/index.html' : ctx.path
    ctx.type = path.extname(name)
    ctx.set('Content-Security-Policy', policy)
    ctx.body = readFileSync(path.join(site, 'site', name))
  })
  const { origin, stop } = await serveApp(files)
  closers.push(stop)
  const { baseUrl } = await startImplementation('--origin', origin)
  const [, commands = ''] = codeBlocks('docs/how-to/viewer.md', 'sh')
  const script = substituted(commands, { 'https://data.example/api/table-viewer': baseUrl })
  await promisify(execFile)('sh', ['-ec', script], { cwd: site })
  const document = readFileSync(path.join(__dirname, '../../docs/how-to/viewer.md'), 'utf8')
  const [, documented = ''] = /^Content-Security-Policy: (.*)$/m.exec(document) ?? []
  policy = substituted(documented, { 'https://data.example': new URL(baseUrl).origin })

  const viewer = await openViewer(browser, `${origin}/?table=people`)
  const api = `${new URL(baseUrl).origin}/`
  const complaints = (): string[] =>
    viewer.complaints().filter((complaint) => !complaint.startsWith(api))
  await expectTable({ ...viewer, complaints })
  await viewer.context.close()
}, 60_000)

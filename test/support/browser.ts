import { chromium, type Browser, type Page } from 'playwright-core'
import { testProgram, type TestProgram } from './test-programs'

export interface BrowserOptions {
  /** Default: the Chromium of the tests. */
  readonly program?: TestProgram
  /** More arguments of the command line. */
  readonly args?: readonly string[]
  /** Whether the code of pages is as fast as for users; default: false. */
  readonly optimizesCode?: boolean
}

/** Starts Chromium without its own background requests. */
export async function openBrowser({
  program,
  args = [],
  optimizesCode = false,
}: BrowserOptions = {}): Promise<Browser> {
  const { path, env } = program ?? testProgram('chromium')
  return chromium.launch({
    executablePath: path,
    env: { ...process.env, ...env },
    args: [
      ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
      // Pages of one context share a process, so that each script is compiled once.
      '--renderer-process-limit=1',
      // In most tests, the optimizing compilers take longer than the code of the page.
      ...(optimizesCode ? [] : ['--js-flags=--no-maglev,--no-opt']),
      ...args,
    ],
  })
}

export interface Complaints {
  /** Warnings and errors on the page's console, and uncaught errors. */
  readonly messages: string[]
  /** URLs of other origins that the page requested. */
  readonly elsewhere: string[]
}

/** Collects warnings, errors and requests to other origins. Call it before the page is opened. */
export function complaintsOf(page: Page, origin: string): Complaints {
  const complaints: Complaints = { messages: [], elsewhere: [] }
  page.on('console', (message) => {
    const isBad = message.type() === 'error' || message.type() === 'warning'
    if (isBad) complaints.messages.push(message.text())
  })
  page.on('pageerror', (error) => complaints.messages.push(String(error)))
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(`${origin}/`) && !url.startsWith('data:')) complaints.elsewhere.push(url)
  })
  return complaints
}

/** Milliseconds for the start of the browser on a busy machine, without the set-up of a test. */
export const BROWSER_START = 60_000

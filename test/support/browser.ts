import { chromium, type Browser, type Page } from 'playwright-core'
import { testProgram, type TestProgram } from './test-programs'

/** Chromium, which asks for nothing by itself. */
export async function openBrowser(program?: TestProgram): Promise<Browser> {
  const { path, env } = program ?? testProgram('chromium')
  return chromium.launch({
    executablePath: path,
    env: { ...process.env, ...env },
    args: [
      ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
    ],
  })
}

export interface Complaints {
  /** What the page has said on its console as a warning or an error, or has thrown. */
  readonly messages: string[]
  /** Addresses that it has asked beside this origin. */
  readonly elsewhere: string[]
}

/** To be called before the page is opened; what it does wrong is written down as it comes. */
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

/** Milliseconds that it may take to start on a busy machine, besides what a test sets up. */
export const BROWSER_START = 60_000

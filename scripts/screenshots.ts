/** `npm run screenshots`: takes the screenshots of the README; needs Chromium. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Page } from 'playwright-core'
import { openBrowser } from '../test/support/browser'
import { findOrUnpack } from '../test/support/test-programs'

const root = path.join(__dirname, '..')

interface Screenshot {
  readonly name: string
  readonly colorScheme: 'light' | 'dark'
  readonly view: string
  readonly prepare: (page: Page) => Promise<unknown>
}

const SCREENSHOTS: readonly Screenshot[] = [
  {
    name: 'viewer-light',
    colorScheme: 'light',
    view: 'table=customers&filter=stra%C3%9Fe&sort=city%3Aasc&sort=name%3Aasc',
    prepare: (page) => page.locator('[data-column=name]').nth(3).click(),
  },
  {
    name: 'viewer-dark',
    colorScheme: 'dark',
    view: 'table=products&sort=price%3Adesc&page=3',
    prepare: (page) => page.getByRole('button', { name: 'Columns' }).last().click(),
  },
]

async function main(): Promise<void> {
  const program = spawn(process.execPath, [path.join(root, 'dist/src/cli.js'), '--port', '0'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const browser = await openBrowser(await findOrUnpack('chromium'))
  try {
    const [line] = (await once(createInterface(program.stdout), 'line')) as [string]
    for (const { name, colorScheme, view, prepare } of SCREENSHOTS) {
      const page = await browser.newPage({ colorScheme, viewport: { width: 1200, height: 640 } })
      await page.goto(new URL(`/?${view}`, line.split(' ')[0]).href, { waitUntil: 'networkidle' })
      await prepare(page)
      await page.screenshot({ path: path.join(root, 'docs/images', `${name}.png`) })
      await page.close()
    }
  } finally {
    await browser.close()
    program.kill()
  }
}

main().catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})

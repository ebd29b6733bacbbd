/**
 * `npm run screenshots`: takes the screenshots of the README, and, in a temporary folder, those of each
 * width and theme to look at after a change of the page. Needs Chromium.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { openBrowser } from '../test/support/browser'
import { firstLine } from '../test/support/first-line'
import { findOrUnpack } from '../test/support/test-programs'

const root = path.join(__dirname, '..')

interface Screenshot {
  readonly name: string
  readonly colorScheme: 'light' | 'dark'
  readonly view: string
  readonly prepare: (page: Page) => Promise<unknown>
  /** Pixels. */
  readonly width: number
}

const SCREENSHOTS: readonly Screenshot[] = [
  {
    name: 'viewer-light',
    colorScheme: 'light',
    view: 'table=customers&filter=stra%C3%9Fe&sort=city%3Aasc&sort=name%3Aasc',
    prepare: (page) => page.locator('[data-column=name]').nth(3).click(),
    width: 1200,
  },
  {
    name: 'viewer-dark',
    colorScheme: 'dark',
    view: 'table=products&sort=price%3Adesc&page=3',
    prepare: (page) => page.locator('[data-column=name]').nth(3).dblclick(),
    width: 1200,
  },
]

const WIDTHS = [1440, 1024, 390]
const SCHEMES = ['light', 'dark'] as const

const EVERY_WIDTH: readonly Screenshot[] = WIDTHS.flatMap((width) =>
  SCHEMES.map((colorScheme) => ({
    name: `${width}-${colorScheme}`,
    colorScheme,
    view: 'table=products&sort=price%3Adesc',
    prepare: (page) => page.locator('[data-column=name]').nth(3).dblclick(),
    width,
  })),
)

async function main(): Promise<void> {
  const program = spawn(process.execPath, [path.join(root, 'dist/src/cli.js'), '--port', '0'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const browser = await openBrowser({ program: await findOrUnpack('chromium') })
  try {
    const [origin] = (await firstLine(program)).split(' ')
    const images = path.join(root, 'docs/images')
    const others = mkdtempSync(path.join(tmpdir(), 'tablequery-screenshots-'))
    for (const shot of [...SCREENSHOTS, ...EVERY_WIDTH]) {
      const { name, colorScheme, view, prepare, width } = shot
      const height = width < 500 ? 800 : 640
      const page = await browser.newPage({ colorScheme, viewport: { width, height } })
      await page.goto(new URL(`/?${view}`, origin).href, { waitUntil: 'networkidle' })
      await prepare(page)
      const folder = SCREENSHOTS.includes(shot) ? images : others
      await page.screenshot({ path: path.join(folder, `${name}.png`) })
      await page.close()
    }
    process.stdout.write(`The screenshots of each width are in ${others}.\n`)
  } finally {
    await browser.close()
    program.kill()
  }
}

main().catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})

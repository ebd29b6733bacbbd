/** Where the parts of the viewer are: the frozen column and the row numbers. */
import type { Locator } from 'playwright-core'
import { testsThatNeed } from '../support/left-out'
import { sqliteDatabase } from './sqlite-database'
import { viewerOver } from './viewer-app'

const { it } = testsThatNeed('chromium')

const { open } = viewerOver(
  sqliteDatabase(`create table wide (${Array.from({ length: 40 }, (_, index) => `column_${index} integer`).join()});
    insert into wide (column_0, column_1) values (11, 12), (21, 22)`),
)

interface Box {
  readonly left: number
  readonly right: number
}

async function boxOf(part: Locator): Promise<Box> {
  const box = await part.boundingBox()
  if (!box) throw new Error('the part is not visible')
  return { left: box.x, right: box.x + box.width }
}

it('keeps the first column beside the row numbers while the others scroll', async () => {
  const { page, header, settle } = await open('/?table=wide')
  const cell = page.locator('[data-column=column_0]').first()
  const number = page.locator('.grid-row .grid-number').first()
  const before = await Promise.all([cell, header('column_0'), number].map(boxOf))
  expect(before[0]?.left).toBe(before[2]?.right)
  await page.evaluate('document.querySelector("[role=grid]").scrollTo(2000, 0)')
  await settle()
  expect(await header('column_1').count()).toBe(0)
  expect(await Promise.all([cell, header('column_0'), number].map(boxOf))).toEqual(before)
})

it.each(['Home', 'Control+ArrowLeft'])('shows the first columns after %s', async (key) => {
  const { page, settle } = await open('/?table=wide')
  await page.locator('[data-column=column_0]').first().click()
  await page.keyboard.press('End')
  await settle()
  await page.locator('[data-column=column_39]').first().waitFor()
  await page.keyboard.press(key)
  await settle()
  expect(await page.locator('.grid-cell.active').getAttribute('data-column')).toBe('column_0')
  const [first, second] = await Promise.all(
    ['column_0', 'column_1'].map((name) => boxOf(page.locator(`[data-column=${name}]`).first())),
  )
  expect(second?.left).toBe(first?.right)
})

/** Where the focus of the keyboard is in the viewer after an action. @long */
import { testsThatNeed } from '../support/left-out'
import { ODD_TABLES } from './odd-tables'
import { sqliteDatabase } from './sqlite-database'
import { viewerOver } from './viewer-app'

const { it } = testsThatNeed('chromium')

const { open } = viewerOver(sqliteDatabase(ODD_TABLES))

it('is on each link of a row by Tab', async () => {
  const { page } = await open('/?table=forms')
  await page.locator('[data-column=site]').first().dblclick()
  await page.getByRole('complementary', { name: 'Row 1' }).waitFor()
  const found: string[] = []
  for (let step = 0; step < 40; step++) {
    await page.keyboard.press('Tab')
    found.push(await page.evaluate<string>('document.activeElement.href ?? ""'))
  }
  expect(found.filter((link) => !link.includes('table='))).toEqual(
    expect.arrayContaining(['https://example.org/a', 'mailto:ada@example.org']),
  )
  expect(await page.locator('[role=grid] a[tabindex="-1"]').count()).toBeGreaterThan(0)
})

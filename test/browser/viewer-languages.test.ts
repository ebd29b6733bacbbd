/** The language of the viewer, and its forms of numbers and dates. */
import { pageDatabase } from './page-database'
import { testsThatNeed } from '../support/left-out'
import { viewerFixture, viewerOver } from './viewer-app'

const { describe, it } = testsThatNeed('chromium')

describe('the languages of the viewer', () => {
  const { open } = viewerOver(pageDatabase(viewerFixture))

  it('uses the language of the browser, and its forms of numbers and dates', async () => {
    const { page } = await open('/?table=customers&column=id&column=credit', { locale: 'de-DE' })
    await page.getByText('1–50 von 2.000 Zeilen').waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('de')
    const credit = page.locator('[data-column=credit]').filter({ hasText: /\d/ }).first()
    const exact = Number(await credit.getAttribute('title'))
    expect(await credit.textContent()).toBe(
      exact.toLocaleString('de', { maximumFractionDigits: 2 }),
    )
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Tastenkürzel' }).waitFor()
  })

  it('names the form of numbers by an example of the region', async () => {
    const { page } = await open('/?table=customers', { locale: 'de-CH' })
    await page.getByRole('button', { name: 'Anzeige' }).click()
    await page.getByRole('radio', { name: `${(1234.5).toLocaleString('de-CH')} (mit` }).waitFor()
  })

  it('is in English if the page lacks the texts of the language', async () => {
    const { page } = await open('/?table=customers', { locale: 'fr-FR' })
    await page.getByText('1–50 of 2,000 rows').waitFor()
  })
})

/** The element with the focus of the keyboard. */
import type { Page } from 'playwright-core'
import type { ViewerPage } from './viewer-page'

/** Waits until nothing loads, and names the element with the focus. */
export async function focused({
  page,
  settle,
}: Pick<ViewerPage, 'page' | 'settle'>): Promise<string> {
  await settle()
  return page.evaluate<string>(`(() => {
    const { ariaLabel, role, textContent, tagName } = document.activeElement
    return role ?? ariaLabel ?? (tagName === 'BODY' ? 'nothing' : textContent)
  })()`)
}

/** Presses Enter on a button. */
export const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name }).press('Enter')

/** The viewer of odd values, in a window as wide as their tables. */
import type { Page } from 'playwright-core'
import { ODD_TABLES } from './odd-tables'
import { sqliteDatabase } from './sqlite-database'
import { viewerOver, type ViewerUnderTest } from './viewer-app'

export const WIDE = { viewport: { width: 2400, height: 700 }, timezoneId: 'Asia/Kolkata' }

/** Opens pages while the tests of the enclosing block run. @param script creates more tables */
export function oddValues(script = ''): ViewerUnderTest['open'] {
  const { open } = viewerOver(sqliteDatabase(`${ODD_TABLES};${script}`))
  return (path, options) => open(path, { ...WIDE, ...options })
}

/** The visible texts of the cells of a column, without the characters that only align them. */
export const cellTexts = (page: Page, column: string): Promise<string[]> =>
  page.locator(`[role=gridcell][data-column="${column}"]`).allTextContents()

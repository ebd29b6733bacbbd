import { several } from '../locale'

export const page = {
  // The page
  tables: 'Tables',
  skipToRows: 'Skip to the rows',
  signOut: 'Sign out',
  sidebarWidth: 'Width of the list of tables',
  colours: (now: string, next: string): string => `Colours: ${now}. Change to ${next}`,
  themes: { system: 'system', light: 'light', dark: 'dark' },
  shortcuts: 'Keyboard shortcuts',
  close: 'Close',
  noTables: 'There are no readable tables.',

  // The list of tables
  findTable: 'Find a table',
  tablesFound: (amount: number): string =>
    amount === 0 ? 'No table matches.' : several(amount, 'table', 'tables'),
  pinnedTables: 'Pinned',
  recentTables: 'Recent',
  allTables: 'All tables',
  pin: (table: string): string => `Pin ${table}`,
  unpin: (table: string): string => `Unpin ${table}`,
}

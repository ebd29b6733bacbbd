import type { page as english } from '../english/page'
import { several } from '../locale'

export const page: typeof english = {
  tables: 'Tabellen',
  skipToRows: 'Zu den Zeilen springen',
  signOut: 'Abmelden',
  sidebarWidth: 'Breite der Tabellenliste',
  colours: (now, next) => `Farben: ${now}. Wechseln zu ${next}`,
  themes: { system: 'System', light: 'hell', dark: 'dunkel' },
  shortcuts: 'Tastenkürzel',
  close: 'Schließen',
  noTables: 'Es gibt keine lesbaren Tabellen.',

  findTable: 'Tabelle finden',
  tablesFound: (amount) =>
    amount === 0 ? 'Keine Tabelle passt.' : several(amount, 'Tabelle', 'Tabellen'),
  pinnedTables: 'Angeheftet',
  recentTables: 'Zuletzt geöffnet',
  allTables: 'Alle Tabellen',
  pin: (table) => `${table} anheften`,
  unpin: (table) => `${table} lösen`,
}

import type { palette as english } from '../english/palette'

export const palette: typeof english = {
  palette: 'Zu einer Tabelle oder Spalte gehen, oder etwas tun',
  paletteHint: 'Tabelle, Spalte oder Aktion',
  nothingFound: 'Nichts passt.',
  table: 'Tabelle',
  sortByColumn: 'nach dieser Spalte sortieren',
  action: 'Aktion',
  changeColours: 'Farben wechseln',
  print: 'Geladene Zeilen drucken',
  keys: [
    ['/', 'Suchen'],
    ['Strg+K', 'Tabellen, Spalten und Aktionen'],
    ['Strg+B', 'Tabellenliste zeigen oder verbergen'],
    ['[ ]', 'Vorige und nächste Seite'],
    ['F', 'Änderungen verfolgen'],
    ['?', 'Diese Liste'],
    ['Pfeiltasten, Bild auf, Bild ab, Pos1, Ende', 'In den Zeilen bewegen; mit Strg zum Rand'],
    ['Umschalt mit einer Bewegung', 'Zellen auswählen'],
    ['Strg+A, Umschalt+Leertaste, Strg+Leertaste', 'Alles, die Zeile, die Spalte auswählen'],
    ['Strg+C', 'Ausgewählte Zellen kopieren'],
    [
      'Eingabe oder Leertaste',
      'Zeile zeigen; im Kopf sortieren (mit Umschalt nach mehreren Spalten)',
    ],
    ['Alt+↓', 'Menü der Spalte'],
    ['Alt+Umschalt+← →', 'Breite der Spalte'],
    ['P', 'In der Liste: Tabelle anheften'],
    ['Escape', 'Schließen'],
  ],
}

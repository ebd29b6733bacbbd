import type { palette as english } from '../english/palette'

export const palette: typeof english = {
  palette: 'Tabelle öffnen, nach Spalte sortieren oder Aktion ausführen',
  paletteHint: 'Tabelle, Spalte oder Aktion',
  nothingFound: 'Nichts passt.',
  table: 'Tabelle',
  sortByColumn: 'nach dieser Spalte sortieren',
  action: 'Aktion',
  changeColours: 'Farben wechseln',
  print: 'Geladene Zeilen drucken',
  singleKeys: 'Tasten ohne Strg wirken überall: / [ ] F ?',
  keys: [
    ['/', 'Suchen'],
    ['Strg+K', 'Tabellen, Spalten und Aktionen'],
    ['Strg+B', 'Tabellenliste zeigen oder verbergen'],
    ['[ ]', 'Vorige und nächste Seite'],
    ['F', 'Änderungen verfolgen'],
    ['?', 'Diese Liste'],
    ['Pfeiltasten, Bild auf, Bild ab, Pos1, Ende', 'Cursor bewegen; mit Strg bis zum Rand'],
    ['Umschalt mit diesen Tasten', 'Zellen auswählen'],
    ['Strg+A, Umschalt+Leertaste, Strg+Leertaste', 'Alles, die Zeile, die Spalte auswählen'],
    ['Strg+C', 'Ausgewählte Zellen kopieren'],
    [
      'Eingabe oder Leertaste',
      'Zeile zeigen; im Kopf sortieren (mit Umschalt nach mehreren Spalten)',
    ],
    ['Alt+↓', 'Menü der Spalte'],
    ['Alt+Umschalt+← →', 'Breite der Spalte'],
    ['P', 'In der Tabellenliste: Tabelle anheften oder lösen'],
    ['Escape', 'Schließen'],
  ],
}

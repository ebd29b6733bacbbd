import type { charts as english } from '../english/charts'
import { count, several } from '../locale'
import { rows } from './amounts'

export const charts: typeof english = {
  chart: 'Diagramm …',
  chartOfRows: 'Diagramm der geladenen Zeilen',
  chartOf: (table) => `Diagramm von ${table}`,
  along: 'Nach',
  up: 'Zeigen',
  measure: 'Als',
  numberOfRows: 'Anzahl der Zeilen',
  measures: { each: 'ein Punkt je Zeile', sum: 'Summe', average: 'Durchschnitt' },
  sumOf: (column) => `Summe von ${column}`,
  averageOf: (column) => `Durchschnitt von ${column}`,
  range: (from, to) => `${from} bis vor ${to}`,
  otherValues: (amount) => several(amount, 'anderer Wert', 'andere Werte'),
  rowsWithout: (amount) => `${rows(amount)} ohne Wert nicht gezeichnet`,
  nothingToDraw: 'Es gibt nichts zu zeichnen.',
  pointsChart: (along, up, amount) =>
    `${several(amount, 'Punkt', 'Punkte')}: ${up} nach ${along}. Pfeiltasten lesen sie vor.`,
  barsChart: (along, up, amount) =>
    `${several(amount, 'Balken', 'Balken')}: ${up} nach ${along}. Pfeiltasten lesen sie vor.`,
  asTable: 'Die Zahlen als Tabelle',
  firstOf: (amount, all) => `Die ersten ${count(amount)} von ${count(all)}`,
}

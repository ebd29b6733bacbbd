import type { charts as english } from '../english/charts'
import { count, several } from '../locale'
import { rows } from './amounts'

export const charts: typeof english = {
  chart: 'Diagramm …',
  chartOfRows: 'Diagramm der geladenen Zeilen',
  chartOf: (table) => `Diagramm von ${table}`,
  x: 'Nach',
  y: 'Zeigen',
  measure: 'Als',
  numberOfRows: 'Anzahl der Zeilen',
  measures: { each: 'ein Punkt je Zeile', sum: 'Summe', average: 'Durchschnitt' },
  sumOf: (column) => `Summe von ${column}`,
  averageOf: (column) => `Durchschnitt von ${column}`,
  range: (from, to) => `${from} bis vor ${to}`,
  otherValues: (amount) => several(amount, 'anderer Wert', 'andere Werte'),
  rowsWithout: (amount) =>
    `${rows(amount)} ohne darstellbaren Wert ${amount === 1 ? 'fehlt' : 'fehlen'}`,
  nothingToDraw: 'Es gibt nichts zu zeichnen.',
  pointsChart: (x, y, amount) =>
    `${several(amount, 'Punkt', 'Punkte')}: ${y} nach ${x}. Die Pfeiltasten gehen von einem zum nächsten.`,
  barsChart: (x, y, amount) =>
    `${several(amount, 'Balken', 'Balken')}: ${y} nach ${x}. Die Pfeiltasten gehen von einem zum nächsten.`,
  asTable: 'Die Zahlen als Tabelle',
  firstOf: (amount, all) => `Die ersten ${count(amount)} von ${count(all)}`,
}

import { count, several } from '../locale'
import { rows } from './amounts'

export const charts = {
  chart: 'Chart …',
  chartOfRows: 'Chart of the loaded rows',
  chartOf: (table: string): string => `Chart of ${table}`,
  x: 'By',
  y: 'Show',
  measure: 'As',
  numberOfRows: 'Number of rows',
  measures: { each: 'a point for each row', sum: 'sum', average: 'average' },
  sumOf: (column: string): string => `Sum of ${column}`,
  averageOf: (column: string): string => `Average of ${column}`,
  range: (from: string, to: string): string => `${from} to before ${to}`,
  otherValues: (amount: number): string => several(amount, 'other value', 'other values'),
  rowsWithout: (amount: number): string =>
    `${rows(amount)} without a value that can be drawn ${amount === 1 ? 'is' : 'are'} left out`,
  nothingToDraw: 'There is nothing to draw.',
  pointsChart: (x: string, y: string, amount: number): string =>
    `${several(amount, 'point', 'points')}: ${y} by ${x}. The arrow keys go to each of them.`,
  barsChart: (x: string, y: string, amount: number): string =>
    `${several(amount, 'bar', 'bars')}: ${y} by ${x}. The arrow keys go to each of them.`,
  asTable: 'The figures as a table',
  firstOf: (amount: number, all: number): string => `The first ${count(amount)} of ${count(all)}`,
}

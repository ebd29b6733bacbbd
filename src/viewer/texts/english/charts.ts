import { count, several } from '../locale'
import { rows } from './amounts'

export const charts = {
  chart: 'Chart …',
  chartOfRows: 'Chart of the loaded rows',
  chartOf: (table: string): string => `Chart of ${table}`,
  along: 'By',
  up: 'Show',
  measure: 'As',
  numberOfRows: 'Number of rows',
  measures: { each: 'a point for each row', sum: 'sum', average: 'average' },
  sumOf: (column: string): string => `Sum of ${column}`,
  averageOf: (column: string): string => `Average of ${column}`,
  range: (from: string, to: string): string => `${from} to before ${to}`,
  otherValues: (amount: number): string => several(amount, 'other value', 'other values'),
  rowsWithout: (amount: number): string => `${rows(amount)} without a value not drawn`,
  nothingToDraw: 'There is nothing to draw.',
  pointsChart: (along: string, up: string, amount: number): string =>
    `${several(amount, 'point', 'points')}: ${up} by ${along}. Arrow keys read them.`,
  barsChart: (along: string, up: string, amount: number): string =>
    `${several(amount, 'bar', 'bars')}: ${up} by ${along}. Arrow keys read them.`,
  asTable: 'The figures as a table',
  firstOf: (amount: number, all: number): string => `The first ${count(amount)} of ${count(all)}`,
}

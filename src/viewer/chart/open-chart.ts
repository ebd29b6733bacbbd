/** Which chart is open. Its code is loaded only then. */
import { createStore } from '../store'

export interface OpenChart {
  readonly table: string
  /** Undefined: the chart begins with a column that suits it. */
  readonly column: string | undefined
}

const chart = createStore<OpenChart | undefined>(undefined)

export const useOpenChart = chart.use

export function openChart(table: string, column?: string): void {
  chart.set({ table, column })
}

export function closeChart(): void {
  chart.set(undefined)
}

/** The open chart, if any. The code of charts is loaded when the first one opens. */
import { createStore } from '../store'

interface OpenChart {
  readonly table: string
  /** The column of the x axis; undefined for a suitable one. */
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

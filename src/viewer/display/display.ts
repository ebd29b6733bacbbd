/** The user's choices of how values and rows are shown, stored in the browser. */
import { createStoredStore } from '../stored-store'

export const DENSITIES = ['compact', 'usual', 'tall'] as const
export const ZONES = ['local', 'utc'] as const
export const NUMBER_FORMS = ['grouped', 'plain'] as const

export interface Display {
  /** Tall rows wrap texts to three lines. */
  readonly density: (typeof DENSITIES)[number]
  /** Time zone of timestamps with time zone; others are shown unchanged. */
  readonly zone: (typeof ZONES)[number]
  readonly numbers: (typeof NUMBER_FORMS)[number]
}

/** In units of `--unit`. */
export const ROW_HEIGHTS: Readonly<Record<Display['density'], number>> = {
  compact: 26,
  usual: 32,
  tall: 66,
}

const display = createStoredStore<Display>('display', read)

export const useDisplay = display.use

export function setDisplay(part: Partial<Display>): void {
  display.set({ ...display.get(), ...part })
}

function read(stored: unknown): Display {
  const { density, zone, numbers } = Object(stored) as Record<string, unknown>
  return {
    density: DENSITIES.find((one) => one === density) ?? 'usual',
    zone: ZONES.find((one) => one === zone) ?? 'local',
    numbers: NUMBER_FORMS.find((one) => one === numbers) ?? 'grouped',
  }
}

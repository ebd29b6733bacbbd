/** Faults to plant in the Python implementation, each with the check that must find it. */
import { ERROR_FAULTS } from './python/error-faults'
import { ROW_FAULTS } from './python/row-faults'
import type { PlantedFault } from './planted-fault'

export const PYTHON_FAULTS: readonly PlantedFault[] = [...ROW_FAULTS, ...ERROR_FAULTS]

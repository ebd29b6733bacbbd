/** Faults of the Python implementation, one by one, each with the check that names it. */
import { ERROR_FAULTS } from './python/error-faults'
import { ROW_FAULTS } from './python/row-faults'
import type { PlantedFault } from './planted-fault'

export const PYTHON_FAULTS: readonly PlantedFault[] = [...ROW_FAULTS, ...ERROR_FAULTS]

/** Faults to plant in the Koa + knex implementation, each with the check that must find it. */
import { ERROR_FAULTS } from './koa-knex/error-faults'
import { ROW_FAULTS } from './koa-knex/row-faults'
import type { PlantedFault } from './planted-fault'

export const KOA_KNEX_FAULTS: readonly PlantedFault[] = [...ROW_FAULTS, ...ERROR_FAULTS]

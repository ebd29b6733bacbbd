/** Settings of what an operator sees of the program, and of how it ends. */
import Joi from 'joi'
import type { Setting } from '../../setting'

export interface OperationsSettings {
  readonly logLevel: string
  readonly metrics: boolean
  readonly adminPort?: number
  readonly adminHost: string
  readonly drainTimeout: number
  readonly waitForDatabase: boolean
}

const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent']

export const OPERATIONS_SETTINGS: Readonly<Record<keyof OperationsSettings, Setting>> = {
  logLevel: {
    schema: Joi.string()
      .valid(...LOG_LEVELS)
      .default('info'),
    allowed: LOG_LEVELS.join(', '),
    description: 'least level that is logged; requests are info (default: info)',
  },
  metrics: {
    schema: Joi.boolean().default(false),
    allowed: 'true or false',
    description: 'serve /metrics for Prometheus (default: false)',
  },
  adminPort: {
    schema: Joi.number().port(),
    allowed: 'a whole number from 0 to 65535',
    description: 'port of /healthz, /readyz and /metrics (default: that of the API)',
  },
  adminHost: {
    schema: Joi.string().default('127.0.0.1'),
    allowed: 'an address or a host name',
    description: 'address of the admin port (default: 127.0.0.1)',
  },
  drainTimeout: {
    schema: Joi.number().integer().min(0).max(600_000).default(20_000),
    allowed: 'a whole number of milliseconds from 0 to 600000',
    description:
      'milliseconds that requests get to end when the program is stopped (default: 20000)',
  },
  waitForDatabase: {
    schema: Joi.boolean().default(false),
    allowed: 'true or false',
    description: 'start while the database is down, and wait for it (default: false)',
  },
}

/** Settings of the database and its connections. */
import Joi from 'joi'
import { DEFAULT_OPTIONS } from './database-defaults'
import { parseNameList } from '../settings/list-grammar'
import { setting, type SettingValues } from '../settings/setting-definition'
import { list, text, wholeNumber } from '../settings/setting-type'

const schemas = Joi.array().items(Joi.string()).min(1)

/** The settings that are options of `openDatabase`. */
export const DATABASE_OPTION_SETTINGS = {
  schemas: setting(list('a list of names separated by commas', schemas, parseNameList), {
    description: 'Schemas to serve; Postgres only',
    unset: "the connection's search path",
    refusesEmpty: true,
  }),
  poolSize: setting(wholeNumber({ from: 1, to: 1000 }), {
    description: 'Maximum number of connections to the database',
    default: DEFAULT_OPTIONS.poolSize,
  }),
  connectTimeout: setting(wholeNumber({ from: 1, to: 600_000, unit: 'milliseconds' }), {
    description: 'Maximum time that a request waits for a connection',
    default: DEFAULT_OPTIONS.connectTimeout,
  }),
  statementTimeout: setting(wholeNumber({ from: 1, to: 86_400_000, unit: 'milliseconds' }), {
    description: 'Maximum run time of a statement; the database cancels a longer one',
    default: DEFAULT_OPTIONS.statementTimeout,
  }),
  maxReplicaLag: setting(wholeNumber({ from: 0, to: 86_400_000, unit: 'milliseconds' }), {
    description:
      'Maximum lag of a standby or replica behind its primary; one that lags more is not used. No effect on SQLite',
    unset: 'no limit',
  }),
  maxTotalAge: setting(wholeNumber({ from: 0, to: 86_400_000, unit: 'milliseconds' }), {
    description:
      'Maximum age of an outdated total, and of an outdated position from which a deep page is read; 0: both are exact',
    default: DEFAULT_OPTIONS.maxTotalAge,
  }),
  idleTimeout: setting(wholeNumber({ from: 0, to: 86_400_000, unit: 'milliseconds' }), {
    description:
      'Time after which an idle connection to a server is closed; 0: never. The last one to Postgres stays open, unless it is behind a pooler',
    default: DEFAULT_OPTIONS.idleTimeout,
  }),
  maxResponseBytes: setting(wholeNumber({ from: 1024, to: 512 * 1024 * 1024, unit: 'bytes' }), {
    description: 'Maximum size of the body of a page of rows',
    default: DEFAULT_OPTIONS.maxResponseBytes,
  }),
}

/** Names the schemes of all engines: it is also in the documentation, which is made without loading them. */
export const CONNECTION_TYPE = text(
  'a postgres://, mysql://, mariadb:// or sqlite: URL, or the path of a SQLite file',
)

export const DATABASE_SETTINGS = {
  connection: setting(CONNECTION_TYPE, {
    description: 'Database to serve',
    unset: 'the bundled example',
    secret: 'in URL',
    alsoFrom: 'DATABASE_URL',
  }),
  ...DATABASE_OPTION_SETTINGS,
}

export type DatabaseSettings = SettingValues<typeof DATABASE_SETTINGS>

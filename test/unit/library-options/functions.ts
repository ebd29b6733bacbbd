/** The functions of the library that take options, with the cases of their options. */
import { apiKeys, createApp, createRouter, jsonWebTokens, openApiDocument } from '../../../src'
import { createTableQueryClient } from '../../../src/client'
import { runConformance } from '../../../src/conformance'
import { DEFAULT_LIMITS } from '../../../src/core/table-service'
import { connectDatabase } from '../../../src/database/database'
import { DATABASE_OPTION_SETTINGS } from '../../../src/database/database-settings'
import { HTTP_SETTINGS } from '../../../src/http/http-settings'
import type { Setting } from '../../../src/settings/setting-definition'
import { NO_TABLES } from '../../support/no-tables'
import { appOptions, documentOptions, routesOptions } from './app-options'
import { apiKeyHeaders, jwtOptions, SECRET, SECRETS } from './authentication-options'
import { clientOptions } from './client-options'
import { conformanceOptions } from './conformance-options'
import { databaseOptions } from './database-options'
import type { OptionCase } from './option-case'

export interface LibraryFunction {
  /** Calls the function as JavaScript does, with any options. */
  readonly call: (options: never) => unknown
  readonly cases: Readonly<Record<string, OptionCase>>
  /** Options without which a call fails. */
  readonly needed?: object
  /** Cases of options that the documented table of another function contains. */
  readonly inherited?: Readonly<Record<string, OptionCase>>
  /** The document with the options; default: docs/how-to/library.md. */
  readonly document?: string
  /** The settings of the same names, and the defaults of options that are no settings. */
  readonly settings?: Readonly<Record<string, Pick<Setting<unknown>, 'default' | 'unset'>>>
}

const { tables } = routesOptions
const ofApp = { ...routesOptions, ...appOptions }

export const FUNCTIONS: Readonly<Record<string, LibraryFunction>> = {
  openDatabase: {
    // It connects only when it is used, so no server is necessary.
    call: (options) => connectDatabase('postgres://127.0.0.1/none', options).close(),
    cases: databaseOptions,
    settings: {
      ...DATABASE_OPTION_SETTINGS,
      maxWaiting: { default: DEFAULT_LIMITS.maxWaiting },
    },
  },
  createRouter: {
    call: createRouter,
    cases: routesOptions,
    needed: { tables: { ...NO_TABLES, withRole: () => NO_TABLES } },
    settings: HTTP_SETTINGS,
  },
  createApp: {
    call: createApp,
    cases: appOptions,
    inherited: routesOptions,
    needed: { tables: { ...NO_TABLES, withRole: () => NO_TABLES } },
    settings: HTTP_SETTINGS,
  },
  openApiDocument: {
    call: openApiDocument,
    cases: documentOptions,
    inherited: { ...ofApp, tables: { ...tables, wrong: tables.wrong.slice(1) } },
  },
  jsonWebTokens: { call: jsonWebTokens, cases: jwtOptions, needed: { key: { secret: SECRET } } },
  apiKeys: { call: (options) => apiKeys(SECRETS, options), cases: apiKeyHeaders },
  runConformance: {
    call: async (options) => {
      // Nothing listens at the base URL, so the run ends after the check of its options.
      const reason = await runConformance(options).catch((error: unknown) => error)
      if (reason instanceof TypeError) throw reason
    },
    cases: conformanceOptions,
    needed: { baseUrl: 'http://127.0.0.1:1' },
  },
  createTableQueryClient: {
    call: createTableQueryClient,
    cases: clientOptions,
    needed: { baseUrl: 'http://h/api' },
    document: 'docs/reference/client.md',
  },
}

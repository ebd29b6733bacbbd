/** The setting of what tells how the API is to be used. */
import type Router from '@koa/router'
import Joi from 'joi'
import type { Setting } from '../../setting'
import { readPackagedPage } from '../pages/packaged-page'
import type { DocumentOptions } from './document'

export interface ApiDocsSettings {
  readonly apiDocs: boolean
}

export const API_DOCS_SETTINGS: Readonly<Record<keyof ApiDocsSettings, Setting>> = {
  apiDocs: {
    schema: Joi.boolean().default(true),
    allowed: 'true or false',
    description: 'serve /openapi.json and /docs, the page to read and try it (default: true)',
  },
}

/**
 * None when it is not asked for.
 * @param options that the app is made with
 * @throws StartError
 */
export async function apiDocs(
  settings: ApiDocsSettings,
  options: DocumentOptions,
): Promise<Router[]> {
  if (!settings.apiDocs) return []
  // Loaded only where it is asked for.
  const [{ openApiDocument }, { apiDocsRoutes }, page] = await Promise.all([
    import('./document.js'),
    import('./routes.js'),
    readPackagedPage('api-docs', '--api-docs false'),
  ])
  return [apiDocsRoutes(openApiDocument(options), page)]
}

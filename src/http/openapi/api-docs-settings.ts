/** Settings of the OpenAPI document and its page. */
import type Router from '@koa/router'
import { setting, type SettingValues } from '../../settings/setting-definition'
import { BOOLEAN } from '../../settings/setting-type'
import type { DocumentOptions } from '../app-options'
import { readPackagedPage } from '../pages/packaged-page'

export const API_DOCS_SETTINGS = {
  apiDocs: setting(BOOLEAN, {
    description: 'Serve /openapi.json and /docs, a page to read and try the API',
    default: true,
  }),
}

export type ApiDocsSettings = SettingValues<typeof API_DOCS_SETTINGS>

/**
 * Creates the routes of the document and its page; none if they are disabled.
 * @param options the options of `createApp`
 * @throws StartError
 */
export async function apiDocs(
  settings: ApiDocsSettings,
  options: DocumentOptions,
): Promise<Router[]> {
  if (!settings.apiDocs) return []
  // Imported on demand, to start faster without it.
  const [{ openApiDocument }, { apiDocsRoutes }, page] = await Promise.all([
    import('./document.js'),
    import('./routes.js'),
    readPackagedPage('api-docs', '--api-docs false'),
  ])
  return [apiDocsRoutes(openApiDocument(options), page)]
}

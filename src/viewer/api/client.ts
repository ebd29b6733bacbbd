import { createTableQueryClient } from '../../client'
import { credentialHeaders } from './credentials'
import { parseExactly } from './exact-json'

const address = document.querySelector('meta[name="tablequery-api"]')?.getAttribute('content')

/** The client of the public API; the page uses nothing else. */
export const client = createTableQueryClient({
  baseUrl: new URL(address ?? '.', document.baseURI).href,
  getHeaders: credentialHeaders,
  parse: parseExactly,
})

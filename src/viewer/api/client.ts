import { createTableQueryClient } from '../../client'
import { credentialHeaders } from './credentials'
import { parseExactly } from './exact-json'

const address = document.querySelector('meta[name="tablequery-api"]')?.getAttribute('content')

/** Nothing but the public contract is spoken here. */
export const client = createTableQueryClient({
  baseUrl: new URL(address ?? '.', document.baseURI).href,
  getHeaders: credentialHeaders,
  parse: parseExactly,
})

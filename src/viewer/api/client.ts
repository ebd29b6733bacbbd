import { createTableQueryClient } from '../../client'
import { credentialHeaders } from './credentials'
import { parseResponse } from './exact-response'

const address = document.querySelector('meta[name="tablequery-api"]')?.getAttribute('content')

export const apiAddress = new URL(address ?? '.', document.baseURI).href

/** The client of the public API; the viewer has no other access to the server. */
export const client = createTableQueryClient({
  baseUrl: apiAddress,
  headers: credentialHeaders,
  parse: parseResponse,
})

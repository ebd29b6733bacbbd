import { createTableQueryClient } from '../../client'
import { credentialHeaders } from './credentials'
import { parseResponse } from './exact-response'

const address = document.querySelector('meta[name="tablequery-api"]')?.getAttribute('content')

const url = new URL(address ?? '.', document.baseURI)
// Of a page that was opened as `http://user:password@host`: the browser sends them itself, and refuses them in requests.
url.username = ''
url.password = ''

export const apiAddress = url.href

/** The client of the public API; the viewer has no other access to the server. */
export const client = createTableQueryClient({
  baseUrl: apiAddress,
  headers: credentialHeaders,
  parse: parseResponse,
})

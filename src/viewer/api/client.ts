import { createTableQueryClient } from '../../client'
import { credentialHeaders } from './credentials'
import { parseResponse } from './exact-response'

const address = document.querySelector('meta[name="tablequery-api"]')?.getAttribute('content')

const url = new URL(address ?? '.', document.baseURI)
// If the page was opened as `http://user:password@host`, the browser sends these itself, and refuses a URL with them.
url.username = ''
url.password = ''

export const apiAddress = url.href

/** The client of the public API; the viewer has no other access to the server. */
export const client = createTableQueryClient({
  baseUrl: apiAddress,
  headers: credentialHeaders,
  parse: parseResponse,
})

/** The API request of a view as a URL, a curl command or JavaScript. */
import { queryText } from '../../client/query-text'
import { apiAddress } from '../api/client'
import { credentialHeaders } from '../api/credentials'
import type { View } from '../view/view'
import { shellText } from './shell-text'

export function requestAddress(view: View): string {
  const base = apiAddress.endsWith('/') ? apiAddress : `${apiAddress}/`
  return new URL(`query?${queryText(view)}`, base).href
}

/** Contains the names of credential headers, but not their values, because the user may share the text. */
export function curlCommand(view: View): string {
  const headers = headerNames().map((name) => ` -H ${shellText(`${name}: …`)}`)
  return `curl${headers.join('')} ${shellText(requestAddress(view))}`
}

/** A JavaScript statement that fetches the rows. */
export function fetchCode(view: View): string {
  const headers = Object.fromEntries(headerNames().map((name) => [name, '…']))
  const options = headerNames().length === 0 ? '' : `, ${JSON.stringify({ headers })}`
  return `const { data } = await (await fetch(${JSON.stringify(requestAddress(view))}${options})).json()`
}

function headerNames(): string[] {
  return Object.keys(credentialHeaders())
}

/** The API request of a query as a URL, a curl command or JavaScript. */
import type { TableQuery } from '../../client'
import { queryText } from '../../client/query-text'
import { apiAddress } from '../api/client'
import { credentialHeaders } from '../api/credentials'
import { shellText } from './shell-text'

export function requestAddress(query: TableQuery): string {
  const base = apiAddress.endsWith('/') ? apiAddress : `${apiAddress}/`
  return new URL(`query?${queryText(query)}`, base).href
}

/** Contains the names of credential headers, but not their values, because the user may share the text. */
export function curlCommand(query: TableQuery): string {
  const headers = headerNames().map((name) => ` -H ${shellText(`${name}: …`)}`)
  return `curl${headers.join('')} ${shellText(requestAddress(query))}`
}

/** A JavaScript statement that fetches the rows. */
export function fetchCode(query: TableQuery): string {
  const headers = Object.fromEntries(headerNames().map((name) => [name, '…']))
  const options = headerNames().length === 0 ? '' : `, ${JSON.stringify({ headers })}`
  return `const { data } = await (await fetch(${JSON.stringify(requestAddress(query))}${options})).json()`
}

function headerNames(): string[] {
  return Object.keys(credentialHeaders())
}

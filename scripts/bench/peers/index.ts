/** The compared servers, in the order of the document. */
import { datasette, datasetteImmutable } from './datasette'
import { express } from './express'
import type { Peer } from './peer'
import { phpCrudApi } from './php-crud-api'
import { soul } from './soul'
import { tablequery } from './tablequery'

export const PEERS: readonly Peer[] = [
  tablequery,
  express,
  phpCrudApi,
  soul,
  datasette,
  datasetteImmutable,
]

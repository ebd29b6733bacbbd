/** Parses the URL of a database. */
import { areLocal, type Address } from '../../src/dialect/connection-url/address'
import { parseConnectionUrl } from '../../src/dialect/connection-url/connection-url'
import {
  HOST_CHOICE_PARAMETERS,
  hostChoice,
  type HostChoice,
} from '../../src/dialect/connection-url/host-choice'
import { oneOf, secondsIn, type Parameters } from '../../src/dialect/connection-url/parameters'
import { ConnectionStringError } from '../../src/dialect/dialect'
import type { Encryption } from '../../src/dialect/encryption'
import { encryptionOf, ENCRYPTION_PARAMETERS } from './encryption'

export interface ConnectionTarget extends HostChoice {
  readonly addresses: readonly Address[]
  readonly user: string
  readonly password: string
  readonly database: string
  readonly encryption: Encryption
  /** Milliseconds. */
  readonly connectTimeout: number | undefined
  /** Which statements wait until a node of a Galera cluster has applied the writes of the others. */
  readonly wsrepSyncWait: string | undefined
}

const EXAMPLE = 'mysql://user:password@host:3306/database'

/** Both name the file of a socket: the parameter of drivers for Node.js and the option of MySQL's programs. */
const SOCKET_PARAMETERS = ['socketPath', 'socket']

/** https://mariadb.com/kb/en/galera-cluster-system-variables/#wsrep_sync_wait: a bit mask of 0 to 15 */
const SYNC_WAITS = Array.from({ length: 16 }, (_, mask) => String(mask))

/** @throws ConnectionStringError, which never shows the password */
export function connectionTarget(connection: string): ConnectionTarget {
  const url = parseConnectionUrl(connection, {
    example: EXAMPLE,
    defaultHost: 'localhost',
    defaultPort: '3306',
    parameters: [
      ...HOST_CHOICE_PARAMETERS,
      ...ENCRYPTION_PARAMETERS,
      ...SOCKET_PARAMETERS,
      'connect_timeout',
      'wsrep_sync_wait',
    ],
    socketPath: (file) => file,
  })
  const { user = '', password = '', database, parameters } = url
  if (database === undefined) {
    throw new ConnectionStringError(`the connection must be of the form ${EXAMPLE}`)
  }
  const addresses = socketAddress(parameters) ?? url.addresses
  return {
    addresses,
    user,
    password,
    database,
    encryption: encryptionOf(parameters, areLocal(addresses)),
    connectTimeout: secondsIn('connect_timeout', parameters.get('connect_timeout')),
    wsrepSyncWait: oneOf('wsrep_sync_wait', parameters.get('wsrep_sync_wait'), SYNC_WAITS),
    ...hostChoice(parameters),
  }
}

function socketAddress(parameters: Parameters): Address[] | undefined {
  const socketPath = SOCKET_PARAMETERS.map((name) => parameters.get(name)).find(
    (file) => file !== undefined,
  )
  return socketPath === undefined ? undefined : [{ host: socketPath, port: 3306, socketPath }]
}

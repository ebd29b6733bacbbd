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
  /** Number of threads that count the rows of a table; only MySQL has more than one. */
  readonly parallelReadThreads: string
}

const EXAMPLE = 'mysql://user:password@host:3306/database'

/** The server's own tables, among them those of accounts with the hashes of their passwords. */
const SYSTEM_DATABASES = /^(?:mysql|sys|performance_schema|information_schema)$/i

/** Two names for the file of a socket: that of drivers for Node.js, and the option of MySQL's programs. */
const SOCKET_PARAMETERS = ['socketPath', 'socket']

/** https://mariadb.com/kb/en/galera-cluster-system-variables/#wsrep_sync_wait: a bit mask of 0 to 15 */
const SYNC_WAITS = Array.from({ length: 16 }, (_, mask) => String(mask))

/** https://dev.mysql.com/doc/refman/en/innodb-parameters.html#sysvar_innodb_parallel_read_threads */
const READ_THREADS_PARAMETER = 'innodb_parallel_read_threads'
const READ_THREADS = ['1', '2', '4', '8', '16', '32', '64'] as const

/**
 * MySQL starts the threads, four by default, for each count, and polls until they run. On two processors,
 * a count of three rows takes 1.3 ms with four threads, 20 ms if other programs use the processors, and
 * 0.3 ms with one. A million rows take 45 ms and 60 ms, for each of eight clients 42 ms and 29 ms.
 */
const DEFAULT_READ_THREADS = '1'

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
      READ_THREADS_PARAMETER,
    ],
    socketPath: (file) => file,
  })
  const { user = '', password = '', database, parameters } = url
  if (database === undefined) {
    throw new ConnectionStringError(
      `the connection names no database: it must be of the form ${EXAMPLE}`,
    )
  }
  if (SYSTEM_DATABASES.test(database)) {
    throw new ConnectionStringError(
      `the database "${database}" has the server's own tables: name a database of yours`,
    )
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
    parallelReadThreads:
      oneOf(READ_THREADS_PARAMETER, parameters.get(READ_THREADS_PARAMETER), READ_THREADS) ??
      DEFAULT_READ_THREADS,
    ...hostChoice(parameters),
  }
}

function socketAddress(parameters: Parameters): Address[] | undefined {
  const socketPath = SOCKET_PARAMETERS.map((name) => parameters.get(name)).find(
    (file) => file !== undefined,
  )
  return socketPath === undefined ? undefined : [{ host: socketPath, port: 3306, socketPath }]
}

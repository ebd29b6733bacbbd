/**
 * A disk that stalls while MySQL writes its redo log to it. A commit may then wait for space in the log
 * buffer after it has increased the counters, but before its rows are visible to readers.
 */
import { chmodSync, mkdtempSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise'
import { createTableService } from '../../src/core/table-service'
import { startMysql } from '../engines/mysql/mysql'
import { testedKinds } from '../support/all-servers'
import { noEngineHere, testsThatNeed } from '../support/left-out'
import { recordedConnection, type RecordedConnection } from '../support/recorded-connection'
import { runCommand } from '../support/run-command'
import type { RunningServer } from '../support/test-server'
import { waitUntil } from '../support/wait-until'

/** The smallest log buffer. */
const LOG_BUFFER = 256 * 1024

/** Bytes of rows that fill most of the log buffer, before the commits. */
const FILLING = 185 * 1024

/** Number of prepared transactions: more than fit in the rest of the buffer. */
const COMMITS = 2500

const QUERY = { table: 'stock', page: 1, limit: 1, filter: '', sort: [] }

// Root can mount and freeze a disk.
const { it: itAsRoot } = testsThatNeed('root')

if (!testedKinds('mysql').some(({ name }) => name === 'mysql')) noEngineHere()
else
  itAsRoot(
    'returns the right total after a commit that waited for the disk of the redo log',
    stall,
    180_000,
  )

async function stall(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-stalled-'))
  chmodSync(folder, 0o755)
  // A commit does not wait until its log is on the disk.
  const options = ['--innodb-flush-log-at-trx-commit=0', `--innodb-log-buffer-size=${LOG_BUFFER}`]
  const server = await startMysql(folder, options)
  const disk = path.join(folder, 'data/#innodb_redo')
  const image = path.join(folder, 'disk')
  let connection: RecordedConnection | undefined
  let writer: Connection | undefined
  try {
    await moveLog(server, disk, image)
    writer = await createConnection(server.url)
    await prepare(writer)
    connection = recordedConnection(`${server.url}/stalled`)
    const tables = createTableService(connection, connection.dialect)
    const untilCached = (): Promise<void> =>
      waitUntil(async () => (await tables.query(QUERY)).version !== undefined, 30_000)

    await untilCached()
    await runCommand('fsfreeze', ['-f', disk])
    const waiting = await waitingCommit(writer)
    // The counters do not change while the disk is frozen.
    await untilCached()
    await runCommand('fsfreeze', ['-u', disk])
    await waiting.end
    const { pagination } = await tables.query(QUERY)
    const [[row]] = await writer.query<RowDataPacket[]>('select count(*) as total from stock')
    expect(pagination.total).toBe(Number(row?.['total']))
  } finally {
    await runCommand('fsfreeze', ['-u', disk]).catch(() => undefined)
    await connection?.close()
    writer?.destroy()
    await server.kill?.()
    await runCommand('umount', [disk]).catch(() => undefined)
    await server.stop()
  }
}

/** Moves the redo log to a separate disk, which the test can freeze. */
async function moveLog(server: RunningServer, disk: string, image: string): Promise<void> {
  await server.kill?.()
  writeFileSync(image, '')
  truncateSync(image, 200 * 1024 * 1024)
  await runCommand('mkfs.ext4', ['-q', image])
  const copy = `${disk}-copy`
  await runCommand('cp', ['-a', disk, copy])
  await runCommand('mount', ['-o', 'loop', image, disk])
  await runCommand('sh', ['-c', 'cp -a "$1"/. "$2"/ && rm -r "$1"', 'sh', copy, disk])
  await server.resume?.()
}

async function prepare(writer: Connection): Promise<void> {
  await writer.query("set autocommit = 1, sql_mode = '', sql_select_limit = default")
  await writer.query('create database stalled')
  await writer.query('use stalled')
  await writer.query('create table stock (id int auto_increment primary key)')
  await writer.query('create table filling (bytes varbinary(8000))')
  await writer.query('insert into stock values (1)')
  for (let number = 0; number < COMMITS; number++) {
    const id = `'${number}'`
    await writer.query(`xa start ${id}`)
    await writer.query('insert into stock values ()')
    await writer.query(`xa end ${id}`)
    await writer.query(`xa prepare ${id}`)
  }
}

/** Commits transactions until a commit waits for space in the log buffer. @returns the end of that commit */
async function waitingCommit(writer: Connection): Promise<{ readonly end: Promise<unknown> }> {
  for (let bytes = 0; bytes < FILLING; bytes += 4000) {
    await writer.query("insert into filling values (repeat('x', 4000))")
  }
  for (let number = 0; number < COMMITS; number++) {
    const commit = writer.query(`xa commit '${number}'`)
    const isCommitted = await Promise.race([commit.then(() => true), delay(1000).then(() => false)])
    if (!isCommitted) return { end: commit }
  }
  throw new Error('the log buffer has room for all commits')
}

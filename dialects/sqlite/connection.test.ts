import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { ApiError } from '../../src/core/errors'
import { openDatabase } from '../../src/database/database'
import { permissionsBy, readPermissions } from '../../src/http/authorization/permissions'
import { builtPackage } from '../../test/support/built-package'
import { effort } from '../../test/support/effort'
import { itOnLinux } from '../../test/support/it-on-linux'
import { childrenOf } from '../../test/support/process-family'
import { recordedConnection } from '../../test/support/recorded-connection'
import { isRoot, runCommand } from '../../test/support/run-command'
import { waitUntil } from '../../test/support/wait-until'

const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-sqlite-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})

it('explains why a file cannot be opened', async () => {
  const text = path.join(folder, 'text.db')
  writeFileSync(text, 'this is not a database, but long enough to be taken for one: '.repeat(40))
  await expect(openDatabase(text)).rejects.toThrow(`not a SQLite database: ${text}`)
  await expect(openDatabase(folder)).rejects.toThrow(`not a file: ${folder}`)
  await expect(openDatabase('sqlite:/nope.db')).rejects.toThrow('no such file: /nope.db')
  await expect(openDatabase(`${text}/in-file.db`)).rejects.toThrow('no such file')
  await expect(openDatabase('sqlite:')).rejects.toThrow('the connection names no file')
  await expect(openDatabase('sqlite://')).rejects.toThrow('the connection names no file')
})

itOnLinux('refuses a pipe instead of waiting for a program that writes to it', async () => {
  const pipe = path.join(folder, 'pipe.db')
  await runCommand('mkfifo', [pipe])
  await expect(openDatabase(pipe)).rejects.toThrow(`not a file: ${pipe}`)
})

itOnLinux('says that a file or a folder on its way may not be read', async () => {
  const visible = mkdtempSync(path.join(tmpdir(), 'tablequery-sqlite-'))
  try {
    chmodSync(visible, 0o755)
    const hidden = path.join(visible, 'hidden')
    mkdirSync(hidden)
    const files = [path.join(visible, 'unreadable.db'), path.join(hidden, 'inside.db')]
    for (const file of files) {
      new Database(file).exec('create table t (id)').close()
      chmodSync(file, 0)
    }
    chmodSync(hidden, 0)
    const library = path.join(builtPackage, 'dist/src/index.js')
    const script = `const { openDatabase } = require(${JSON.stringify(library)})
      for (const file of ${JSON.stringify(files)})
        openDatabase(file).then((database) => database.close(), (error) => console.log(error.message))`
    // Root may read every file.
    const asUser = isRoot ? { uid: 65534, gid: 65534 } : {}
    const output = await runCommand(process.execPath, ['-e', script], asUser)
    for (const file of files) expect(output).toContain(`no permission to read the file: ${file}`)
    chmodSync(hidden, 0o755)
  } finally {
    rmSync(visible, { recursive: true })
  }
})

it('names the statement timeout if it is too short to open a file', async () => {
  const file = path.join(folder, 'timeout.db')
  new Database(file).exec('create table t (id)').close()
  // The timer of some attempts ends a little early.
  for (let attempt = 0; attempt < 30; attempt++) {
    await expect(openDatabase(file, { statementTimeout: 1 })).rejects.toThrow(
      'the check of the database runs longer than statementTimeout (1 ms)',
    )
  }
})

it('is not ready without its file, even while all readers are busy', async () => {
  const file = path.join(folder, 'busy.db')
  const sql = `create table t (id); create view slow as with recursive n(i) as
    (select 1 union all select i + 1 from n where i < ${effort(1_500_000, 3_000_000)}) select i from n`
  new Database(file).exec(sql).close()
  const database = await openDatabase(file, { poolSize: 1 })
  try {
    const slow = { table: 'slow', page: 1, limit: 1, filter: '', sort: [] }
    // So that the reader has opened the file.
    await database.tables.describeTable('slow')
    const running = database.tables.query(slow)
    await waitUntil(() => database.pool().used === 1)
    expect(await database.isReady()).toBe(true)
    rmSync(file)
    expect(await database.isReady()).toBe(false)
    expect(database.pool().used).toBe(1)
    await running
  } finally {
    await database.close()
  }
})

itOnLinux('runs a statement on another reader if its own has been killed', async () => {
  const file = path.join(folder, 'killed.db')
  new Database(file).exec('create table t (id)').close()
  const others = childrenOf(process.pid)
  const connection = recordedConnection(`sqlite:${file}`, { poolSize: 1 })
  const one = { sql: 'select 1', bindings: [] }
  try {
    await connection.readRows(one)
    const [pid = 0] = childrenOf(process.pid).filter((child) => !others.includes(child))
    process.kill(pid, 'SIGKILL')
    // Before Node.js knows that the process has ended.
    expect(await connection.readRows(one)).toHaveLength(1)
  } finally {
    await connection.close()
  }
})

it('reports its file as the host, and ignores a maximum lag of standbys, which it is not', async () => {
  const file = path.join(folder, 'host.db')
  new Database(file).exec('create table t (id)').close()
  const database = await openDatabase(file, { maxReplicaLag: 5 })
  expect(database.hosts()).toEqual([{ host: file, isUsable: true }])
  await database.close()
})

it('refuses a path that ends in blanks, which the driver would leave out', async () => {
  new Database(path.join(folder, 'a.db')).exec('create table if not exists t (id)').close()
  const blank = `${path.join(folder, 'a.db')} `
  writeFileSync(blank, '')
  await expect(openDatabase(blank)).rejects.toThrow('must not end in blanks')
})

it('explains a transaction that must be undone, and what to do', async () => {
  const file = path.join(folder, 'hot.db')
  const script = `
    const db = new (require('better-sqlite3'))(process.argv[1])
    db.exec('create table t (v); pragma cache_size = 1; pragma cache_spill = 1; begin')
    const insert = db.prepare('insert into t values (zeroblob(5000))')
    for (let i = 0; i < 500; i++) insert.run()
    process.kill(process.pid, 'SIGKILL')`
  spawnSync(process.execPath, ['-e', script, file])
  await expect(openDatabase(file)).rejects.toThrow('a program ended during a transaction')
  // What the message says to run.
  new Database(file).exec('select * from sqlite_schema').close()
  const database = await openDatabase(file)
  expect(await database.tables.listTables()).toEqual(['t'])
  await database.close()
})

it.each(effort(['sqlite://'], ['sqlite://', 'sqlite:', '']))(
  'accepts a path after %j',
  async (prefix) => {
    const file = path.join(folder, 'a b?.db')
    new Database(file).exec('create table if not exists t (id)').close()
    const database = await openDatabase(prefix + file)
    expect(await database.tables.listTables()).toEqual(['t'])
    await database.close()
  },
)

describe('a file in WAL mode in a folder that cannot be written', () => {
  const readOnly = path.join(folder, 'read-only')
  const file = path.join(readOnly, 'wal.db')
  const mode = 'a file must not be in WAL mode: where it can be written, run sqlite3 FILE'
  beforeAll(() => {
    mkdirSync(readOnly)
    const writer = new Database(file)
    writer.pragma('journal_mode = wal')
    writer.exec('create table t (id)').close()
    chmodSync(folder, 0o755)
    chmodSync(readOnly, 0o555)
  })
  afterAll(() => {
    chmodSync(readOnly, 0o755)
  })

  it('is refused with a message that says what to do', async () => {
    const program = path.join(builtPackage, 'dist/src/cli.js')
    // Root may write to every folder.
    const asUser = isRoot ? { uid: 65534, gid: 65534 } : {}
    const output = await runCommand(process.execPath, [program, file, '--check'], asUser).catch(
      (error: unknown) => String(error),
    )
    expect(output).toContain(`cannot read ${file}: in a folder that cannot be written, ${mode}`)
  })

  it('is refused with parameters in its URL', async () => {
    const message = `a SQLite file takes no parameters such as immutable=; in a folder that cannot be written, ${mode}`
    await expect(openDatabase(`sqlite:${file}?immutable=1`)).rejects.toThrow(message)
  })
})

it('does not tell a hidden view that cannot be described from an unknown one', async () => {
  const file = path.join(folder, 'broken-view.db')
  const sql = 'create table gone (x); create view broken as select x from gone; drop table gone'
  new Database(file).exec(sql).close()
  const database = await openDatabase(file)
  const permissionFor = permissionsBy(
    readPermissions({ roles: { reader: { allow: ['*'] }, other: { allow: ['a'] } } }),
  )
  const codeFor = async (role: string, name: string): Promise<unknown> => {
    const permission = permissionFor({ authMethod: 'bearer', name: 'ada', roles: [role] })
    const described = database.tables.withPermission(permission).describeTable(name)
    return described.catch((error: unknown) => error instanceof ApiError && error.code)
  }
  try {
    expect(await codeFor('reader', 'broken')).toBe('DATABASE_ERROR')
    expect(await codeFor('other', 'broken')).toBe('TABLE_NOT_FOUND')
    expect(await codeFor('other', 'Broken')).toBe('TABLE_NOT_FOUND')
    expect(await codeFor('other', 'unknown')).toBe('TABLE_NOT_FOUND')
  } finally {
    await database.close()
  }
})

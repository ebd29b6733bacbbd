/** A full disk for temporary files: a sort fails in limited time, and works again after the disk has space. */
import { createConnection } from 'mysql2/promise'
import { startPrivately, testedKinds, type DialectServer } from '../../test/support/all-servers'
import { leaveOutMissingEngines, noEngineHere, testsThatNeed } from '../../test/support/left-out'
import { runCommand } from '../../test/support/run-command'
import { startTestApp } from '../../test/support/test-app'
import { createTestDatabase } from '../../test/engines/mysql/database'

/** A few megabytes of texts, which a server sorts in a file. */
const ROWS = 6_000
const SORTED = 'query?table=words&sort=word:asc&limit=1000&page=5'
const STATEMENT_TIMEOUT = 3000

leaveOutMissingEngines('a full disk for temporary files', 'mysql')

// Root can mount a small disk.
const { it } = testsThatNeed('root')

const kinds = testedKinds('mysql')
if (kinds.length === 0) noEngineHere()
else {
  // Each server is private, because the test fills its disk.
  it(`causes an error only for the sort of ${kinds.map(({ name }) => name).join(' and ')}`, async () => {
    await Promise.all(kinds.map(sortWithoutRoom))
  }, 180_000)
}

async function sortWithoutRoom(kind: DialectServer): Promise<void> {
  const server = await startPrivately(kind)
  const database = await createTestDatabase(server.url, 'spacious')
  const url = database.url.replace(/^mariadb:/, 'mysql:')
  const owner = await createConnection(url)
  await owner.query('create table words (id int primary key, word text)')
  for (let first = 0; first < ROWS; first += 1000) {
    const rows = Array.from({ length: 1000 }, (_, row) => {
      const id = first + row
      return [id, `${(id * 7919) % ROWS} `.repeat(200)]
    })
    await owner.query('insert into words values ?', [rows])
  }
  await owner.query('commit')
  const [found] = await owner.query('select @@tmpdir as path')
  const [{ path: temporary }] = found as [{ path: string }]
  await owner.end()
  const app = await startTestApp(database.url, {
    poolSize: 2,
    connectTimeout: 2000,
    statementTimeout: STATEMENT_TIMEOUT,
    // A page that is read from a bookmark needs no sort.
    plainReads: true,
  })
  const status = async (path: string): Promise<number> => (await app.get(path)).status
  try {
    expect((await app.get(SORTED)).text).toContain(`"total":${ROWS}`)
    // A mount over a folder that the server does not own would affect other programs.
    expect(temporary).toMatch(/tablequery-.*\/tmp$/)
    const full = ['-t', 'tmpfs', '-o', 'size=64k,mode=1777', 'tmpfs', temporary]
    await runCommand('mount', full)
    const began = Date.now()
    const failed = await app.get(SORTED).finally(() => runCommand('umount', ['-l', temporary]))
    expect([failed.status, JSON.parse(failed.text)]).toMatchObject([
      500,
      { error: 'DATABASE_ERROR' },
    ])
    expect(Date.now() - began).toBeLessThan(4 * STATEMENT_TIMEOUT)
    expect(await status('query?table=words&limit=1')).toBe(200)
    expect(await status(SORTED)).toBe(200)
  } finally {
    await app.stop()
    await server.stop()
  }
}

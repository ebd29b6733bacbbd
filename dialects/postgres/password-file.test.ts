/** Passwords in the file that PGPASSFILE names. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDatabase } from '../../src/database/database'
import {
  PASSWORD,
  startEncryptingPostgres,
  type EncryptingServer,
} from '../../test/engines/postgres/encrypting-server'
import { createAuthority, type Authority } from '../../test/support/certificates'
import { leaveOutMissingEngines, noEngineHere, testsThatNeed } from '../../test/support/left-out'
import { testServers } from '../../test/support/test-servers'

const { afterAll, beforeAll, it } = testsThatNeed('openssl')

const NEEDS_PASSWORD =
  'needs a password: write postgres://USER:PASSWORD@HOST/DATABASE, set PGPASSWORD, or'

leaveOutMissingEngines('a file with passwords', 'postgres')

if (!testServers().some(({ dialect }) => dialect === 'postgres')) noEngineHere()
else {
  const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-pgpass-'))
  const file = path.join(folder, 'pgpass')
  const warnings: unknown[] = []
  const record = (warning: unknown): void => void warnings.push(warning)
  let authority: Authority
  let server: EncryptingServer
  beforeAll(async () => {
    authority = await createAuthority()
    server = await startEncryptingPostgres(authority)
    await server.certify('DNS:localhost')
    process.env['PGPASSFILE'] = file
    process.on('warning', record)
  }, 120_000)
  afterAll(async () => {
    delete process.env['PGPASSFILE']
    process.off('warning', record)
    rmSync(folder, { recursive: true })
    await server.stop()
    authority.clear()
  })

  const attempt = async (user: string): Promise<string> => {
    try {
      const database = await openDatabase(`postgres://${user}@localhost:${server.port}/postgres`)
      await database.close()
      return 'connected'
    } catch (error) {
      return String(error)
    }
  }

  it.each([
    ['either', PASSWORD, 0o600, 'connected'],
    ['legacy', PASSWORD, 0o600, 'connected'],
    ['either', 'wrong', 0o600, `${NEEDS_PASSWORD} correct the one in ~/.pgpass`],
    ['legacy', 'wrong', 0o600, `${NEEDS_PASSWORD} correct the one in ~/.pgpass`],
    ['either', PASSWORD, 0o644, `${NEEDS_PASSWORD} add a line for it to ~/.pgpass, which only`],
  ])('log %s in by %s in a file of mode %o', async (user, password, mode, result) => {
    const errorOutput = jest.spyOn(process.stderr, 'write')
    writeFileSync(file, `localhost:${server.port}:postgres:${user}:${password}\n`)
    chmodSync(file, mode)
    expect(await attempt(user)).toContain(result)
    rmSync(file)
    // The log consists of JSON lines.
    expect([warnings, errorOutput.mock.calls]).toEqual([[], []])
    errorOutput.mockRestore()
  })
}

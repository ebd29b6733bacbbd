import { openDatabase } from '../../src/database/database'
import { withSilentServer } from '../../test/support/silent-server'
import { describeEachServer } from '../../test/support/describe-each-server'
import { explainFailure } from './explain-failure'

it.each([
  [
    'postgres://h:port/db',
    'the connection must be of the form postgres://user:password@host:5432/database',
  ],
  ['postgres://u:pw@host.invalid/db', 'host not found: host.invalid'],
  ['postgresql://u:pw@127.0.0.1:1/db', 'nothing listens at 127.0.0.1:1: connection refused'],
])('explains why a connection to %s fails', async (url, message) => {
  await expect(openDatabase(url)).rejects.toThrow(message)
})

it('reports a server that does not respond', async () => {
  await withSilentServer(async (port) => {
    const url = `postgres://u:pw@127.0.0.1:${port}/db`
    const message = `no response from 127.0.0.1:${port}`
    await expect(openDatabase(url, { connectTimeout: 300 })).rejects.toThrow(message)
  })
})

it('explains a refused login without the password', () => {
  const failure = (code: string): Error => Object.assign(new Error('pw'), { code })
  const url = 'postgres://us%65r:pw@h:1/db'
  expect(explainFailure(failure('28P01'), url)).toBe('wrong password for user "user"')
  expect(explainFailure(failure('XX000'), url)).toBe('cannot use the database at h:1 (XX000)')
})

describeEachServer('postgres', 'the login', ({ url }) => {
  it('reports a missing database, and wrong settings', async () => {
    const other = new URL(url)
    other.pathname = '/no_such_db'
    await expect(openDatabase(other.href)).rejects.toThrow('no such database: no_such_db')
    for (const [options, reason] of [
      ['-c nope=1', 'does not know a setting: see `options`'],
      ['-c statement_timeout=x', 'refuses the value of a setting: see `options`'],
    ] as const) {
      const wrong = new URL(url)
      wrong.search = `?options=${encodeURIComponent(options)}`
      await expect(openDatabase(wrong.href)).rejects.toThrow(reason)
    }
  })
})

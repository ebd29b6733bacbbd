import { createConnection } from 'mysql2'
import { openDatabase } from '../../src/database/database'
import { withSilentServer } from '../../test/support/silent-server'
import { describeEachServer } from '../../test/support/describe-each-server'
import { recordedConnection } from '../../test/support/recorded-connection'

it.each([
  [
    'mysql://h',
    'the connection names no database: it must be of the form mysql://user:password@host:3306/database',
  ],
  ['mysql://u:100%@h/db', "the connection's password is not percent-encoded: write % as %25"],
  ['mysql://100%@h/db', "the connection's user is not percent-encoded: write % as %25"],
  ['mysql://h/100%', "the connection's database is not percent-encoded: write % as %25"],
  ['mysql://u:pw@host.invalid/db', 'host not found: host.invalid'],
  ['mariadb://u:pw@127.0.0.1:1/db', 'nothing listens at 127.0.0.1:1: connection refused'],
])('explains why a connection to %s fails', async (url, message) => {
  await expect(openDatabase(url)).rejects.toThrow(message)
})

it('reports a server that does not respond', async () => {
  await withSilentServer(async (port) => {
    const url = `mysql://u:pw@127.0.0.1:${port}/db`
    const message = `no response from 127.0.0.1:${port}`
    await expect(openDatabase(url, { connectTimeout: 300 })).rejects.toThrow(message)
  })
})

describeEachServer('mysql', 'the login', (server) => {
  const { url } = server
  let path = ''
  beforeAll(async () => {
    await server.serve([], ({ pathname }) => {
      path = pathname
    })
  })

  const withChange = (change: (to: URL) => void): string => {
    const other = new URL(url)
    other.pathname = path
    change(other)
    return other.href
  }

  it('reports a missing database', async () => {
    const other = withChange((to) => {
      to.pathname = '/no_such_db'
    })
    await expect(openDatabase(other)).rejects.toThrow('no such database: no_such_db')
  })

  it('reports a wrong password', async () => {
    const other = withChange((to) => {
      to.username = 'somebody'
      to.password = 'wrong'
    })
    const message = 'wrong password for user "somebody", or no such user'
    await expect(openDatabase(other)).rejects.toThrow(message)
  })

  it('reports that the user may open no more connections', async () => {
    const user = `limited_${process.pid}`
    const admin = createConnection(withChange(() => undefined)).promise()
    const limited = withChange((to) => {
      to.username = user
      to.password = 'limited'
    })
    try {
      await admin.query(`create user '${user}' identified by 'limited' with max_user_connections 1`)
      await admin.query(`grant select on *.* to '${user}'`)
      const other = createConnection(limited).promise()
      await other.connect()
      await expect(openDatabase(limited).finally(() => other.end())).rejects.toThrow(
        `user "${user}" has reached its limit max_user_connections at ${new URL(url).host}`,
      )
    } finally {
      await admin.query(`drop user if exists '${user}'`)
      await admin.end()
    }
  })

  it('refuses with ssl=true a server without TLS or with an untrusted certificate', async () => {
    const other = withChange((to) => {
      to.search = '?ssl=true'
    })
    await expect(openDatabase(other)).rejects.toThrow(
      /offers no TLS|was not issued by a trusted authority \(SELF_SIGNED_CERT_IN_CHAIN\)/,
    )
  })
})

describeEachServer('mysql', 'a count of rows', (server) => {
  const { name } = server
  /** Only MySQL has the variable. */
  const expected = (value: string): string[] => (name === 'mariadb' ? [] : [value])

  it.each([
    ['', '1'],
    ['?innodb_parallel_read_threads=8', '8'],
  ])('uses the threads of the connection string "%s", by default one', async (search, threads) => {
    let url = ''
    await server.serve([], (served) => {
      url = served.href + search
    })
    const connection = recordedConnection(url)
    const sql = "show session variables like 'innodb_parallel_read_threads'"
    const rows = await connection.readRows({ sql, bindings: [] }).finally(() => connection.close())
    expect(rows.map(([, value]) => String(value))).toEqual(expected(threads))
  })
})

/** A standby that refuses the default of its transactions: directly, as one of several hosts, and behind a pooler. */
import { describeEachServer } from '../../test/support/describe-each-server'
import { testsThatNeed } from '../../test/support/left-out'
import { urlOfHosts } from '../../test/support/several-hosts'
import { SERIALIZABLE, untilSerializable } from '../../test/engines/postgres/default-settings'
import { startPgbouncer } from '../../test/engines/postgres/pgbouncer'
import { primaryAndStandby } from '../../test/engines/postgres/primary-and-standby'

describeEachServer('postgres', 'a standby whose default is serializable', () => {
  const servers = primaryAndStandby()
  const pooled = testsThatNeed('pgbouncer')
  beforeAll(async () => {
    const writer = await servers.connect(servers.primary.url)
    await writer.query(SERIALIZABLE)
    await untilSerializable(() => servers.connect(servers.standby.url))
  })

  async function expectRows(url: string): Promise<void> {
    const app = await servers.start(url)
    const pages = [1, 2, 3, 4].map((page) => app.get(`query?table=things&limit=5&page=${page}`))
    for (const { status } of await Promise.all(pages)) expect(status).toBe(200)
    expect(app.errors).toEqual([])
  }

  it('serves rows', async () => {
    await expectRows(servers.standby.url)
  })

  it('serves rows as one of several hosts', async () => {
    const hosts = [servers.primary.url, servers.standby.url]
    await expectRows(urlOfHosts(hosts, '?target_session_attrs=standby'))
  })

  pooled.it.each(['transaction', 'statement'] as const)(
    'serves rows through a pooler in %s mode',
    async (mode) => {
      const pooler = await startPgbouncer(new URL(servers.standby.url), { mode })
      try {
        const url = pooler.url(servers.standby.url)
        await expectRows(url)
        const hosts = [url, 'postgres://127.0.0.1:1']
        await expectRows(urlOfHosts(hosts, '?target_session_attrs=standby'))
      } finally {
        await pooler.stop()
      }
    },
  )
})

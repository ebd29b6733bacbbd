/** Tables with rows in other databases, whose partitions and privileges change. */
import { foreignTables, run } from '../../test/engines/postgres/foreign-tables'
import { describeEachServer } from '../../test/support/describe-each-server'
import { startTestApp } from '../../test/support/test-app'

describeEachServer('postgres', 'a table with changing partitions in other databases', (server) => {
  const tables = foreignTables(server)
  const cleanUps: (() => Promise<void>)[] = []
  // `describeEachServer` has dropped the database with the privileges of the users by then.
  afterAll(async () => {
    for (const cleanUp of cleanUps) await cleanUp()
  })

  /** @returns a function that reads the total of a table, as a user who may read only these tables */
  const asUser = async (
    name: string,
    readable: readonly string[],
  ): Promise<(table: string) => Promise<unknown>> => {
    const user = `tablequery_${name}_${process.pid}`
    await run(tables.app.url, [
      `create role ${user} login`,
      ...[0, 1].map(
        (shard) =>
          `create user mapping for ${user} server shard_${shard} options (${tables.login})`,
      ),
      `grant select on ${readable.join()} to ${user}`,
    ])
    const url = new URL(tables.app.url)
    url.username = user
    const limited = await startTestApp(url.href)
    cleanUps.push(async () => {
      await limited.stop()
      await run(server.url.href, [`drop role ${user}`])
    })
    return async (table) => {
      const { status, text } = await limited.get(`query?table=${table}`)
      if (status !== 200) throw new Error(String(status))
      return (JSON.parse(text) as { pagination: { total: number } }).pagination.total
    }
  }

  const total = async (): Promise<unknown> =>
    ((await tables.read('spread', 'limit=1')) as { pagination: { total: number } }).pagination.total

  it('has the rows of its current partitions after one is attached, replaced or detached', async () => {
    expect(await total()).toBe(303)
    await run(tables.app.url, ['alter table spread detach partition spread_0'])
    expect(await total()).toBe(202)
    await run(tables.app.url, [
      'alter table spread_1 rename to spread_x',
      'create table spread_1 (like local)',
      'insert into spread_1 select * from local',
    ])
    expect(await total()).toBe(202)
    await run(tables.app.url, ['alter table spread attach partition spread_0 for values in (0)'])
    expect(await total()).toBe(303)
  })

  it('is read completely by users who may not read its partitions', async () => {
    const reader = await asUser('reader', ['spread'])
    await expect(reader('spread_1')).rejects.toThrow('404')
    expect(await reader('spread')).toBe(303)
  })

  it('is read completely if its partitions have their own policies', async () => {
    await run(tables.app.url, ['alter table spread_2 enable row level security'])
    const reader = await asUser('policed', ['spread', 'spread_0', 'spread_1', 'spread_2'])
    expect(await reader('spread')).toBe(303)
  })
})

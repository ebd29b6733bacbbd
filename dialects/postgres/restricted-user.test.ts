import { describeEachServer } from '../../test/support/describe-each-server'

const READER = `restricted_reader_${process.pid}`

describeEachServer('postgres', 'a restricted user', (server) => {
  it('sees only the granted tables and columns', async () => {
    const app = await server.serve(
      [
        'create table plain (id integer primary key, secret text, shown text)',
        "insert into plain values (1, 's', 'one'), (2, 't', 'two')",
        'create table parted (id integer primary key) partition by range (id)',
        'create table parted_1 partition of parted for values from (0) to (100)',
        'create table hidden (id integer primary key)',
        `create role ${READER} login`,
        `grant select (id, shown) on plain to ${READER}`,
        `grant select on parted to ${READER}`,
      ],
      (url) => {
        url.username = READER
      },
    )
    expect((await app.get('tables')).text).toBe('["parted","plain"]')
    expect((await app.get('query?table=plain')).text).toContain(
      '[{"id":1,"shown":"one"},{"id":2,"shown":"two"}]',
    )
    expect((await app.get('tables/plain')).text).not.toContain('secret')
    expect((await app.get('query?table=plain&filter=s')).text).toContain('"total":0')
    const secret = await app.get('query?table=plain&columns=secret')
    expect(secret.status).toBe(400)
    const misspelt = await app.get('query?table=plain&columns=secrt')
    expect(misspelt.text).not.toContain('secret')
    const hidden = await app.get('query?table=hidden')
    expect(JSON.parse(hidden.text)).toMatchObject({
      details: { availableTables: ['parted', 'plain'] },
    })
  })
})

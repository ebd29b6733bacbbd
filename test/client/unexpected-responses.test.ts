/** The client with responses that are not those of the contract. */
import { clientFor } from './client-for'

it('has the id of an unexpected response, and why it could not be parsed', async () => {
  const client = await clientFor((_, res) => {
    res.writeHead(200, { 'X-Request-Id': 'abc' }).end('<h1>Log in</h1>')
  })
  await expect(client.tables()).rejects.toMatchObject({
    name: 'UnexpectedResponseError',
    requestId: 'abc',
    cause: { name: 'SyntaxError' },
  })
})

it.each([
  [502, '<h1>Bad Gateway</h1>'],
  [200, '<h1>Log in</h1>'],
  [200, '{"tables":[]}'],
  [200, '[1]'],
  [200, ''],
  [200, '{"name":"a","columns":[{"name":"b","type":null}]}'],
  [
    200,
    '{"data":[null],"columns":["b"],"pagination":{"page":1,"limit":1,"total":1,"totalPages":1}}',
  ],
  [500, '{"message":"no code"}'],
])('rejects %i %j as unexpected', async (status, text) => {
  const client = await clientFor((_, res) => {
    res.writeHead(status).end(text)
  })
  const unexpected = { name: 'UnexpectedResponseError', code: 'UNEXPECTED_RESPONSE', status }
  await expect(client.tables()).rejects.toMatchObject(unexpected)
  await expect(client.query({ table: 'a' })).rejects.toMatchObject(unexpected)
  await expect(client.table('a')).rejects.toMatchObject(unexpected)
})

import { createTableQueryClient } from '../../src/client'

const inTwoMinutes = new Date(Date.now() + 120_000).toUTCString()
/** Dates have whole seconds. */
const TWO_MINUTES = expect.closeTo(118, -1) as unknown

it.each<[string, string, unknown]>([
  ['seconds', '120', 120],
  ['a date', inTwoMinutes, TWO_MINUTES],
  ['a date in the form of RFC 850', rfc850(inTwoMinutes), TWO_MINUTES],
  ['a date that has passed', 'Sun, 06 Nov 1994 08:49:37 GMT', 0],
  ['a date in the form of asctime', 'Sun Nov  6 08:49:37 1994', 0],
  ['another text', 'soon 1', undefined],
  ['a negative number', '-1', undefined],
])('is read if it is %s', async (_form, header, expected) => {
  const client = createTableQueryClient({
    baseUrl: 'http://any',
    fetch: () => {
      const body = { error: 'RATE_LIMIT_EXCEEDED', message: 'Later.' }
      const init = { status: 429, headers: { 'Retry-After': header } }
      return Promise.resolve(Response.json(body, init))
    },
  })
  await expect(client.tables()).rejects.toMatchObject({ retryAfter: expected })
})

/** The obsolete form of a date, which clients must read: https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7 */
function rfc850(date: string): string {
  const [, day, month, year, time] = /^\w+, (\d+) (\w+) \d\d(\d\d) (\S+) GMT$/.exec(date) ?? []
  return `Sunday, ${day}-${month}-${year} ${time} GMT`
}

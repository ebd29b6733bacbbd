/** The soak fails if requests fail without a restart of the database, or if the database does not come back. */
import { Tally } from '../../scripts/soak/tally'

const MINUTE = 60_000

it('accepts failures around a restart, and a database that is back', async () => {
  const tally = new Tally()
  const restarted = Date.now()
  await tally.whileRestarting(() => {
    tally.add('500', restarted - 10)
    tally.add('cut off', restarted - 10)
    return Promise.resolve()
  })
  tally.add('500', restarted + 1000)
  tally.add('200', restarted + MINUTE, restarted + MINUTE)
  expect(tally.problems(restarted + MINUTE)).toEqual([])
})

it('reports failures that no restart explains', async () => {
  const tally = new Tally()
  const restarted = Date.now()
  tally.add('cut off', restarted)
  await tally.whileRestarting(() => Promise.resolve())
  for (const what of ['500', '503', 'hostile: 500', '503', '404', '200', 'hung up']) {
    tally.add(what, restarted + MINUTE, restarted + MINUTE)
  }
  expect(tally.problems(restarted + MINUTE)).toEqual([
    '1 × cut off without a restart of the database',
    '1 × 500 without a restart of the database',
    '2 × 503 without a restart of the database',
    '1 × hostile: 500 without a restart of the database',
  ])
})

it('reports that no request succeeds at the end', () => {
  const tally = new Tally()
  const began = Date.now()
  tally.add('200', began, began)
  expect(tally.problems(began + MINUTE)).toEqual(['no response 200 in the last 10 s'])
})

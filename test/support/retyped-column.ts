/** Changes the type of a column while the app has the old type in its cache. */
import type { FixtureWriter } from '../../fixtures/fixture-storage'
import type { ReceivedResponse } from './send-request'
import type { TestApp } from './test-app'
import { effort } from './effort'

export interface ColumnType {
  /** SQL of the type. */
  readonly type: string
  /** SQL literal of a value. */
  readonly value: string
}

const REQUESTS = [
  'query?table=retyped',
  'query?table=retyped&sort=v:desc',
  'query?table=retyped&filter=1',
  'query?table=retyped&limit=1&page=2',
  'query?table=retyped&columns=v',
]

/** From which type to which, and the first request after the change. */
type Retyping = readonly [from: ColumnType, to: ColumnType, first: string]

/**
 * Changes the type of the column `v` of the table `retyped`.
 * @param change statements that change the type and leave two rows
 * @param first the request that meets the old description, and refreshes it; its response counts, not the repetition
 * @returns the requests whose responses differ from those after the cache of descriptions has expired
 */
export async function outdatedResponses(
  app: TestApp,
  writer: FixtureWriter,
  { change, first }: { change: readonly string[]; first: string },
): Promise<string[]> {
  await app.get(first)
  for (const statement of change) await writer.run(statement)
  const requests = [first, ...REQUESTS.filter((request) => request !== first)]
  const responses = await sendAll(app, requests)
  app.expireCaches()
  const expected = await sendAll(app, requests)
  return requests.flatMap((request, index) => {
    const [actual, wanted] = [textOf(responses[index]), textOf(expected[index])]
    return actual === wanted ? [] : [`${request}: ${actual} instead of ${wanted}`]
  })
}

/** Sends the requests one after another, so that they share no read. */
async function sendAll(app: TestApp, requests: readonly string[]): Promise<ReceivedResponse[]> {
  const responses: ReceivedResponse[] = []
  for (const request of requests) responses.push(await app.get(request))
  return responses
}

function textOf(response: ReceivedResponse | undefined): string {
  const body = JSON.stringify(JSON.parse(response?.text ?? 'null'))
  return `${response?.status} ${body}`
}

/**
 * Pairs of each of the first two types with every other type, both ways; half of them in `npm test`. Each request is
 * the first by turns, under stress for each pair.
 */
export function retypings(types: readonly ColumnType[]): readonly Retyping[] {
  const pairs = types
    .slice(0, 2)
    .map((one) =>
      types
        .filter((other) => other !== one)
        .map((other) => [[one, other] as const, [other, one] as const]),
    )
  const byTurns = pairs.map((of, turn) => of.filter((_, index) => index % 2 === turn))
  return effort(byTurns, pairs)
    .flat(2)
    .flatMap(([from, to], index) =>
      REQUESTS.filter((_, turn) => effort(turn === index % REQUESTS.length, true)).map(
        (first) => [from, to, first] as const,
      ),
    )
}

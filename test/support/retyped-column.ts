/** Changes the type of a column while the app has the old type in its cache. */
import type { FixtureWriter } from '../../fixtures/fixture-storage'
import type { ReceivedResponse } from './send-request'
import { startTestApp, type TestApp } from './test-app'
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

/**
 * Changes the type of the column `v` of the table `retyped`.
 * @param change statements that change the type and leave two rows
 * @returns the requests whose responses differ from those of a new app
 */
export async function outdatedResponses(
  app: TestApp,
  writer: FixtureWriter,
  change: readonly string[],
): Promise<string[]> {
  await sendAll(app)
  for (const statement of change) await writer.run(statement)
  // The first request after the change refreshes the cache. Its response counts, not the repetition.
  const [first = ''] = REQUESTS
  const responses = [await app.get(first), ...(await sendAll(app)).slice(1)]
  const newApp = await startTestApp(app.url)
  const expected = await sendAll(newApp).finally(() => newApp.stop())
  return REQUESTS.flatMap((request, index) => {
    const [actual, wanted] = [textOf(responses[index]), textOf(expected[index])]
    return actual === wanted ? [] : [`${request}: ${actual} instead of ${wanted}`]
  })
}

/** Sends the requests one after another, so that they share no read. */
async function sendAll(app: TestApp): Promise<ReceivedResponse[]> {
  const responses: ReceivedResponse[] = []
  for (const request of REQUESTS) responses.push(await app.get(request))
  return responses
}

function textOf(response: ReceivedResponse | undefined): string {
  const body = JSON.stringify(JSON.parse(response?.text ?? 'null'))
  return `${response?.status} ${body}`
}

/** Pairs of each of the first two types with every other type, both ways; half of them in `npm test`. */
export function pairsOf(types: readonly ColumnType[]): (readonly [ColumnType, ColumnType])[] {
  const pairs = types
    .slice(0, 2)
    .map((one) =>
      types
        .filter((other) => other !== one)
        .map((other) => [[one, other] as const, [other, one] as const]),
    )
  const byTurns = pairs.map((of, turn) => of.filter((_, index) => index % 2 === turn))
  return effort(byTurns, pairs).flat(2)
}

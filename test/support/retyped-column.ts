/** A column that gets another type while the app still knows the one before. */
import type { FixtureWriter } from '../../fixtures/fixture-storage'
import type { Answer } from './send-request'
import { startTestApp, type TestApp } from './test-app'
import { effort } from './effort'

export interface ColumnType {
  /** As a statement declares it. */
  readonly type: string
  /** As a statement writes a value of it. */
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
 * Changes the column `v` of the table `retyped`.
 * @param change the statements that make it of the other type, with two rows
 * @returns the requests whose answers differ from those of an app that has just been started
 */
export async function outdatedAnswers(
  app: TestApp,
  writer: FixtureWriter,
  change: readonly string[],
): Promise<string[]> {
  await all(app)
  for (const statement of change) await writer.run(statement)
  // Each first of all once, because the first one of them heals the others.
  const [first = ''] = REQUESTS
  const answers = [await app.get(first), ...(await all(app)).slice(1)]
  const anew = await startTestApp(app.url)
  const expected = await all(anew).finally(() => anew.stop())
  return REQUESTS.flatMap((request, index) => {
    const [is, wanted] = [told(answers[index]), told(expected[index])]
    return is === wanted ? [] : [`${request}: ${is} instead of ${wanted}`]
  })
}

/** One after the other, so that none is answered by the work of another. */
async function all(app: TestApp): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const request of REQUESTS) answers.push(await app.get(request))
  return answers
}

function told(answer: Answer | undefined): string {
  const body = JSON.stringify(JSON.parse(answer?.text ?? 'null'))
  return `${answer?.status} ${body}`
}

/** From the first two types to all others and back; `npm test` has one of the two for each other, by turns. */
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

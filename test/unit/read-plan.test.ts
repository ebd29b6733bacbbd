import { planKey } from '../../src/core/read-plan'
import { planOfPage } from '../support/rows-by-hand'

const COLUMN = { select: 't.v', name: 'v', type: 'enum(1)', resultType: '7', encoding: 'text' }

const keyWith = (changes: Partial<typeof COLUMN>): string =>
  planKey({ ...planOfPage(0), columns: [{ ...COLUMN, ...changes }] })

it('gives equal plans equal keys', () => {
  expect(keyWith({})).toBe(keyWith({}))
})

it.each<Partial<typeof COLUMN>>([
  { select: 't.w' },
  { name: 'w' },
  { type: 'enum(2)' },
  { resultType: '8' },
  { encoding: 'json' },
])('gives the plan of a changed column another key: %j', (changes) => {
  expect(keyWith(changes)).not.toBe(keyWith({}))
})

import { parseView, viewText } from '../../src/viewer/view/view'

it('sorts by each column once', () => {
  const view = parseView('?table=t&sort=a:desc&sort=b:asc&sort=a:asc')
  expect(view.sort).toEqual([
    { column: 'a', direction: 'desc' },
    { column: 'b', direction: 'asc' },
  ])
  expect(viewText(view)).toBe('?table=t&sort=a%3Adesc&sort=b%3Aasc')
})

import { ALL_COLUMNS, choiceOf, shownColumns } from '../../src/viewer/view/column-choice'
import { withKnownNames } from '../../src/viewer/view/known-names'
import { parseView, viewText } from '../../src/viewer/view/view'

it('sorts by each column once', () => {
  const view = parseView('?table=t&sort=a:desc&sort=b:asc&sort=a:asc')
  expect(view.sort).toEqual([
    { column: 'a', direction: 'desc' },
    { column: 'b', direction: 'asc' },
  ])
  expect(viewText(view)).toBe('?table=t&sort=a%3Adesc&sort=b%3Aasc')
})

it('has long lists of columns after the #, which browsers do not send', () => {
  const columns = Array.from({ length: 1000 }, (_, index) => `column_${index}`)
  const view = { ...parseView('?table=t&filter=x&page=2'), columns }
  const [query = '', hash] = viewText(view).split('#')
  expect(query).toBe('?table=t&filter=x&page=2')
  expect(parseView(query, `#${hash}`)).toEqual(view)
})

describe('the names of the address', () => {
  const all = ['id', 'Name', 'name']

  it.each([
    ['?table=t&column=ID', '?table=t&column=id'],
    ['?table=t&hide=name', '?table=t&hide=name'],
    ['?table=t&filterColumn=NAME&sort=NAME%3Aasc', '?table=t&filterColumn=Name&sort=Name%3Aasc'],
    ['?table=t&column=gone', '?table=t&column=gone'],
  ])('are those of the table: %s', (address, expected) => {
    const view = parseView(address)
    const known = withKnownNames(view, all)
    expect(viewText(known)).toBe(expected)
    expect(known === view).toBe(address === expected)
  })
})

describe('the choice of columns', () => {
  const all = ['a', 'b', 'c', 'd']

  it.each([
    [all, ALL_COLUMNS],
    [['a', 'b', 'd'], { columns: [], hidden: ['c'] }],
    [['d'], { columns: ['d'], hidden: [] }],
    [['b', 'a', 'c'], { columns: ['b', 'a', 'c'], hidden: [] }],
  ])('keeps the shorter list of names for %j', (shown, choice) => {
    expect(choiceOf(shown, all)).toEqual(choice)
    expect(shownColumns(choice, all)).toEqual(shown)
    const view = { ...parseView('?table=t'), ...choice }
    expect(parseView(viewText(view))).toEqual(view)
  })

  it('shows columns that were added after others were hidden', () => {
    const { columns, hidden } = parseView('?table=t&hide=c&hide=gone')
    expect(shownColumns({ columns, hidden }, [...all, 'e'])).toEqual(['a', 'b', 'd', 'e'])
  })

  it('shows all columns if the address hides each of them', () => {
    expect(shownColumns({ columns: [], hidden: all }, all)).toEqual(all)
  })

  it('lists the columns to show while the others are unknown', () => {
    expect(choiceOf(['a'], [])).toEqual({ columns: ['a'], hidden: [] })
  })
})

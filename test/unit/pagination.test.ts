import { offsetOfPage, paginate } from '../../src/core/pagination'

it.each([
  [1, 10, 0, 0],
  [1, 10, 10, 1],
  [2, 10, 11, 2],
  [7, 3, 20, 7],
  [9, 3, 20, 7],
])('page %i of %i rows each, of %i rows: %i pages', (page, limit, total, totalPages) => {
  const offset = offsetOfPage(page, limit)
  expect(offset).toBe(page * limit - limit)
  expect(paginate(offset, limit, total)).toEqual({ page, limit, total, totalPages })
})

import { isUntypedView } from '../../dialects/sqlite/untyped-views'

const views = [
  { name: 'plain', sql: 'create view plain as select 1' },
  { name: 'a "b"', sql: 'create view "a ""b""" as select 1 UNION select 2' },
  { name: 'direct', sql: 'create view direct as select * from "A ""B"""' },
  { name: 'indirect', sql: 'create view indirect as select * from plain, direct' },
  { name: 'first', sql: 'create view first as select * from second' },
  { name: 'second', sql: 'create view second as select * from first' },
  { name: 'reunion', sql: 'create view reunion as select * from unions' },
  { name: 'found', sql: 'create view found as select title from [Full Text]' },
  { name: 'tags', sql: 'create view tags as select value from post, JSON_EACH(post.tags)' },
  { name: 'of_tags', sql: 'create view of_tags as select * from tags' },
]

it.each([
  ['plain', false],
  ['a "b"', true],
  ['direct', true],
  ['indirect', true],
  // SQLite accepts views of each other until one is read.
  ['first', false],
  ['reunion', false],
  ['found', true],
  ['tags', true],
  ['of_tags', true],
  ['none', false],
])('finds a combination of queries or a virtual table in a view or below it: %s %s', (name, is) => {
  expect(isUntypedView(name, views, ['full text'])).toBe(is)
})

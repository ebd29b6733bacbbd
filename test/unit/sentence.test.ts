import { sentence } from '../../src/viewer/texts/sentence'

it.each([
  ['The token has expired.', 'The token has expired.'],
  ['no space left', 'no space left.'],
  ['Who is there?', 'Who is there?'],
])('ends %j with one full stop', (text, expected) => {
  expect(sentence(text)).toBe(expected)
})

import { searchPattern, segments, segmentsOfLines } from '../../src/viewer/values/segments'

const invisible = (text: string): string[] =>
  segments(text).flatMap((segment) => (segment.is === 'invisible' ? [segment.text] : []))

it.each([
  '\u034f',
  '\u{e0041}',
  '\u{e0001}',
  '\uffa0',
  '\u1160',
  '\u2800',
  '\u3000',
  '\u200b',
  '\xa0',
])('finds the invisible character %j', (character) => {
  expect(invisible(`a${character}b`)).toEqual([character])
})

it.each(['\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}', '👨\u200d👩', 'a b'])(
  'finds none in %j',
  (text) => {
    expect(invisible(text)).toEqual([])
  },
)

it('keeps line ends plain, and marks the blanks at the ends of each line', () => {
  expect(segmentsOfLines('a \r\nab', searchPattern('b'), 10)).toEqual([
    { is: 'plain', text: 'a' },
    { is: 'invisible', text: ' ' },
    { is: 'plain', text: '\na' },
    { is: 'match', text: 'b' },
  ])
})

it('leaves the rest of a text plain after many marks', () => {
  expect(segmentsOfLines('a\nab\naa', searchPattern('a'), 2)).toEqual([
    { is: 'match', text: 'a' },
    { is: 'plain', text: '\n' },
    { is: 'match', text: 'a' },
    { is: 'plain', text: 'b\naa' },
  ])
})

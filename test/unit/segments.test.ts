import { segments } from '../../src/viewer/values/segments'

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

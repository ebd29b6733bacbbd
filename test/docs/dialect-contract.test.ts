/** The comment of every optional member of the dialect contract says what it means when it is absent. */
import { readFileSync } from 'node:fs'
import path from 'node:path'

const FILES = [
  ...['dialect.ts', 'schema.ts', 'lent-session.ts', 'statement.ts', 'server-facts.ts'],
  'sessions/session-driver.ts',
]

/** A comment, the name of the member after it, and the character after the name. */
const MEMBER = /(?:\/\*\*((?:(?!\*\/)[^])*)\*\/\n)?^ {2}(?:readonly )?(\w+)(\??)[:(<]/gm

describe.each(FILES)('%s', (file) => {
  const text = readFileSync(path.join(__dirname, '../../src/dialect', file), 'utf8')
  const optional = [...text.matchAll(MEMBER)].filter(([, , , mark]) => mark === '?')

  it('has optional members', () => {
    expect(optional.length).toBeGreaterThan(0)
  })

  it.each(optional.map(([, comment = '', name = '']) => ({ name, comment })))(
    'says what it means that $name is absent',
    ({ comment }) => {
      expect(comment).toMatch(/\babsent\b|\bPresent if\b|\bdefault:/i)
    },
  )
})

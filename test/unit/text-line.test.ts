import { PassThrough } from 'node:stream'
import pino, { type Logger } from 'pino'
import { colors, noColors } from '../../src/log/colors'
import { visible } from '../../src/log/control-characters'
import { textLine } from '../../src/log/text-line'

/** The text line of the log entry that `write` logs. */
function lineOf(write: (log: Logger) => void, palette = noColors): string {
  const lines = new PassThrough()
  write(pino({ base: null }, lines))
  return textLine(String(lines.read()), palette)
}

const REQUEST = {
  ...{ requestId: 'seven', method: 'GET', route: 'query', status: 200, principal: 'bearer:ada' },
  ...{ table: 'products', rows: 3, databaseMs: 1.1, ms: 1.2, isAborted: false },
}

/** Characters that begin an escape sequence, move the cursor, end a line, reverse text, or are invisible. */
const HOSTILE_CHARACTERS = [
  ...['\0', '\u0007', '\b', '\t', '\n', '\r', '\u001b', '\u007f', '\u0085', '\u009b', '\u009d'],
  ...['\u200b', '\u2028', '\u2029', '\u202e', '\u2066', '\ufeff', '\u{e0041}'],
].map((character) => ({
  character,
  name: `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`,
}))

/** Local time. */
const TIME = '\\d\\d:\\d\\d:\\d\\d'

it('has the parts of a request', () => {
  const line = lineOf((log) => {
    log.info(REQUEST, 'request')
  })
  expect(line).toMatch(
    new RegExp(`^${TIME}  200  GET query products  3 rows  1\\.2 ms  bearer:ada$`),
  )
})

it('has the id of a failed request, and reports a client that disconnected', () => {
  const failed = lineOf((log) => {
    log.info({ ...REQUEST, status: 500, rows: undefined }, 'request')
  })
  expect(failed).toMatch(/ {2}500 {2}GET query products {2}1\.2 ms {2}bearer:ada {2}seven$/)
  const aborted = lineOf((log) => {
    log.info({ ...REQUEST, status: 499, rows: 1, isAborted: true }, 'request')
  })
  expect(aborted).toMatch(/ {2}499 {2}.* {2}1 row {2}1\.2 ms {2}bearer:ada {2}client disconnected$/)
})

it('says why credentials were refused', () => {
  const refused = lineOf((log) => {
    const refusal = 'unexpected "iss" claim value'
    const unknown = { rows: undefined, table: undefined, principal: undefined }
    log.info({ ...REQUEST, ...unknown, status: 401, refusal }, 'request')
  })
  expect(refused).toMatch(/ {2}401 {2}GET query {2}1\.2 ms {2}unexpected "iss" claim value$/)
})

it.each([
  [200, 32],
  [304, 36],
  [404, 33],
  [500, 31],
])('colours the status %i', (status, code) => {
  const write = (log: Logger): void => {
    log.info({ ...REQUEST, status }, 'request')
  }
  expect(lineOf(write, colors)).toContain(`\u001b[${code}m${status}\u001b[39m`)
})

it('has the level, the message and the fields of other lines', () => {
  const info = lineOf((log) => {
    log.info({ server: { engine: 'SQLite' } }, 'connected to SQLite')
  })
  expect(info).toMatch(new RegExp(`^${TIME}  connected to SQLite$`))
  const warning = lineOf((log) => {
    log.warn({ host: 'db1', reason: 'silent' }, 'the host cannot be used')
  })
  expect(warning).toMatch(/ {2}warning {2}the host cannot be used {2}host=db1 {2}reason=silent$/)
})

it('has the stack of an error, or the text of a thrown value that is not an Error', () => {
  const error = lineOf((log) => {
    log.error({ requestId: 'seven', err: new Error('outer', { cause: new Error('inner') }) }, 'no')
  })
  expect(error).toMatch(
    /^\S+ {2}error {2}no {2}requestId=seven\n {4}Error: outer\n {4} {4}at .*\n {4}caused by: Error: inner\n/s,
  )
  const text = lineOf((log) => {
    log.error({ err: 'a text' }, 'no')
  })
  expect(text).toMatch(/ {2}error {2}no {2}err=a text$/)
})

it.each(HOSTILE_CHARACTERS)('escapes $name in every value', ({ character }) => {
  const hostile = `a${character}b`
  const err = new Error(hostile, { cause: new Error(hostile) })
  const lines = [
    lineOf((log) => {
      log.info({ ...REQUEST, table: hostile, principal: hostile, requestId: hostile }, 'request')
    }),
    lineOf((log) => {
      log.warn({ host: hostile }, hostile)
    }),
  ]
  for (const line of lines) expect(line).not.toContain(character)
  const error = lineOf((log) => {
    log.error({ err }, 'failed')
  })
  // Only the line breaks of the stack itself remain.
  if (character === '\n') expect(error).not.toMatch(/^b/m)
  else expect(error).not.toContain(character)
})

it.each(HOSTILE_CHARACTERS)('escapes $name so that JSON stays the same', ({ character }) => {
  const json = JSON.stringify({ name: `a${character}b` })
  expect(visible(json)).toMatch(/^[\x20-\x7e]*$/)
  expect(JSON.parse(visible(json))).toEqual({ name: `a${character}b` })
})

/** The fields of an error in the log. */
import pino from 'pino'

/** Maximum characters of a text. Messages of databases quote values, which may have megabytes. */
const MAX_TEXT = 4000

export function errorFields(thrown: unknown): unknown {
  if (!(thrown instanceof Error)) return thrown
  const fields = pino.stdSerializers.err(thrown)
  const texts = { ...fields, message: joinedMessage(thrown.message, fields.message) }
  return Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, shortened(value)]))
}

/** pino joins the message of an error and those of its causes by a colon, also after a full stop. */
function joinedMessage(message: string, joined: string): string {
  const hasFullStop = message.endsWith('.') && joined.startsWith(`${message}: `)
  return hasFullStop ? message.slice(0, -1) + joined.slice(message.length) : joined
}

function shortened(value: unknown): unknown {
  return typeof value === 'string' && value.length > MAX_TEXT
    ? `${value.slice(0, MAX_TEXT)}…`
    : value
}

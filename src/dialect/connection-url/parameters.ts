/** Parameters of connection strings: `?name=value&name=value`. */
import { decodedPart, splitOnce } from '../connection-text'
import { ConnectionStringError } from '../dialect'
import { nearestNames } from '../nearest-names'

/** Values by name; none is empty. */
export type Parameters = ReadonlyMap<string, string>

/** Parameters whose values are secret. An `&` in a value, if it is not encoded, ends the value. */
export const PASSWORD_PARAMETERS: readonly string[] = ['password', 'sslpassword']

/**
 * A parameter without an effect could be one that protects the connection, so an unknown name is an error.
 * @throws ConnectionStringError
 */
export function parseParameters(query: string, known: readonly string[]): Parameters {
  const parameters = new Map<string, string>()
  let password: string | undefined
  for (const parameter of query.split('&')) {
    if (parameter === '') continue
    const [encodedName, text] = splitOnce(parameter, '=')
    const name = decodedPart(encodedName, 'parameter name')
    if (!known.includes(name)) throw unknownParameter(name, known, password)
    if (PASSWORD_PARAMETERS.includes(name)) password = name
    if (parameters.has(name)) {
      throw new ConnectionStringError(`the connection has the parameter ${name} more than once`)
    }
    const value = decodedPart(text, `parameter ${name}`)
    if (value !== '') parameters.set(name, value)
  }
  return parameters
}

/** @param password an earlier password parameter, to whose value the name may belong: the message then hides the name */
function unknownParameter(
  name: string,
  known: readonly string[],
  password: string | undefined,
): ConnectionStringError {
  if (password !== undefined) {
    return new ConnectionStringError(
      `the connection has an unknown parameter after ${password}: if it is part of the password, write & as %26`,
    )
  }
  const [nearest] = nearestNames(name, known)
  const advice =
    nearest === undefined ? `it must be one of ${known.join(', ')}` : `did you mean ${nearest}?`
  return new ConnectionStringError(`the connection has an unknown parameter "${name}": ${advice}`)
}

/**
 * The value of a parameter with a fixed set of values.
 * @param source the name of the parameter or of the environment variable, for the message
 * @throws ConnectionStringError
 */
export function oneOf<Value extends string>(
  source: string,
  text: string | undefined,
  values: readonly Value[],
): Value | undefined {
  if (text === undefined) return undefined
  const value = values.find((candidate) => candidate === text)
  if (value !== undefined) return value
  throw new ConnectionStringError(`${source} must be one of ${values.join(', ')}`)
}

/**
 * A time in seconds.
 * @returns milliseconds; `undefined` if the text is 0 or less, which means the default
 * @throws ConnectionStringError
 */
export function secondsIn(source: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^-?\d{1,7}$/.test(text)) {
    throw new ConnectionStringError(`${source} must be a number of seconds`)
  }
  return Number(text) > 0 ? Number(text) * 1000 : undefined
}

/** Colours of a terminal. */
import { WriteStream } from 'node:tty'
import { inspect } from 'node:util'

export type Color = 'red' | 'green' | 'yellow' | 'cyan' | 'gray' | 'bold'

/** Sets the colour for the text, and the terminal's default after it. */
export type Palette = (color: Color, text: string) => string

export const colors: Palette = (color, text) => {
  const [on, off] = inspect.colors[color] ?? [0, 0]
  return `\u001b[${on}m${text}\u001b[${off}m`
}

export const noColors: Palette = (_color, text) => text

/** Respects NO_COLOR (https://no-color.org), FORCE_COLOR, TERM and the other variables of Node.js. */
export function paletteFor(
  isTerminal: boolean,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Palette {
  const { NO_COLOR, ...others } = environment
  const mayHaveColors = isTerminal || others['FORCE_COLOR'] !== undefined
  // Node.js respects an empty NO_COLOR too, although it has no meaning. The method reads only the environment.
  const variables = { ...others, ...(NO_COLOR !== '' && { NO_COLOR }) }
  return mayHaveColors && WriteStream.prototype.hasColors(variables) ? colors : noColors
}

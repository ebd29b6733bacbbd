/** What the program prints when it accepts requests. */
import { paletteFor } from '../log/colors'
import type { Settings } from './settings'

const EXAMPLE =
  'No connection is set, so this is the bundled example. For your own database, pass its URL or file.\n'

/**
 * For a program that reads the output, the base URL is in the first line; for people at a terminal, the address
 * of the viewer is.
 */
export function readyText(
  baseUrl: string,
  { viewerPath, connection }: Pick<Settings, 'viewerPath' | 'connection'>,
  isTerminal: boolean,
): string {
  const ready = `${baseUrl} is ready, try: curl '${baseUrl}/tables'\n`
  const example = connection === undefined ? EXAMPLE : ''
  if (viewerPath === 'off') return ready + example
  const address = new URL(viewerPath, baseUrl).href.replace(/\/?$/, '/')
  const paint = paletteFor(isTerminal)
  const page = `Open ${paint('bold', address)} to see the tables.\n`
  return (isTerminal ? page + ready : ready + page) + example
}

/** The log on standard error: lines for people in a terminal, JSON lines otherwise. */
import { isatty } from 'node:tty'
import pino, { type Logger } from 'pino'
import type { OperationsSettings } from '../http/operations/operations-settings'
import { paletteFor } from './colors'
import { visible } from './control-characters'
import { textLine } from './text-line'

const STANDARD_ERROR = 2

/** Characters of the log buffer. When it is full, lines are dropped, so that a blocked log blocks nothing else. */
const MAX_BUFFER = 4 * 1024 * 1024

/** Maximum milliseconds until a line is written. */
const FLUSH_INTERVAL = 100

export function createLog({ logLevel, logFormat }: OperationsSettings): Logger {
  const isTerminal = isatty(STANDARD_ERROR)
  const destination = pino.destination({
    ...{ fd: STANDARD_ERROR, sync: false, maxLength: MAX_BUFFER },
    // Writing each line separately would double the cost of the log.
    ...{ minLength: 4096, periodicFlush: FLUSH_INTERVAL },
  })
  const options = { base: null, level: logLevel }
  const format = logFormat ?? (isTerminal ? 'text' : 'json')
  if (format === 'json' && !isTerminal) return pino(options, destination)
  const palette = paletteFor(isTerminal)
  const lineOf = format === 'json' ? visible : (line: string) => textLine(line, palette)
  return pino(options, {
    write: (line) => {
      destination.write(`${lineOf(line.trimEnd())}\n`)
    },
  })
}

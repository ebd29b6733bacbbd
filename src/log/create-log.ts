/** The log on standard error: lines for people in a terminal, JSON lines otherwise. */
import { isatty } from 'node:tty'
import pino, { type DestinationStream, type Logger } from 'pino'
import type { OperationsSettings } from '../http/operations/operations-settings'
import { paletteFor } from './colors'
import { visible } from './control-characters'
import { errorFields } from './error-fields'
import { LogWriter } from './log-writer'
import { textLine } from './text-line'

const STANDARD_ERROR = 2

export function createLog({ logLevel, logFormat }: OperationsSettings): Logger {
  const isTerminal = isatty(STANDARD_ERROR)
  const writer = new LogWriter(STANDARD_ERROR, (dropped) => {
    // At the level of errors, because lines of any level are dropped.
    log.error({ dropped }, 'lines of the log were dropped because it could not be written')
  })
  const options = { base: null, level: logLevel, serializers: { err: errorFields } }
  const format = logFormat ?? (isTerminal ? 'text' : 'json')
  const log: Logger = pino(options, destinationOf(writer, format, isTerminal))
  return log
}

function destinationOf(
  writer: LogWriter,
  format: 'text' | 'json',
  isTerminal: boolean,
): DestinationStream {
  if (format === 'json' && !isTerminal) return writer
  const palette = paletteFor(isTerminal)
  const lineOf = format === 'json' ? visible : (line: string) => textLine(line, palette)
  return {
    write: (line) => {
      writer.write(`${lineOf(line.trimEnd())}\n`)
    },
  }
}

/** The log on standard error: lines for people in a terminal, JSON lines otherwise. */
import cluster from 'node:cluster'
import { isatty } from 'node:tty'
import pino, { type DestinationStream, type Logger } from 'pino'
import type { OperationsSettings } from '../http/operations/operations-settings'
import { paletteFor } from './colors'
import { visible } from './control-characters'
import { errorFields } from './error-fields'
import { LogWriter } from './log-writer'
import { textLine } from './text-line'

const STANDARD_ERROR = 2

interface Log {
  readonly log: Logger
  /** Writes a line of a worker's log, or of its other output to standard error. */
  readonly writeLine: (line: string) => void
}

export function createLog({ logLevel, logFormat }: OperationsSettings): Log {
  const isTerminal = isatty(STANDARD_ERROR)
  const writer = new LogWriter(STANDARD_ERROR, (dropped) => {
    // At the level of errors, because lines of any level are dropped.
    log.error({ dropped }, 'lines of the log were dropped because it could not be written')
  })
  const options = { base: null, level: logLevel, serializers: { err: errorFields } }
  const format = logFormat ?? (isTerminal ? 'text' : 'json')
  // The primary process makes the text of a worker's lines.
  const destination = cluster.isWorker ? writer : destinationOf(writer, format, isTerminal)
  const log: Logger = pino(options, destination)
  return {
    log,
    writeLine: (line) => {
      if (isLogLine(line)) destination.write(line)
      else writer.write(line)
    },
  }
}

/** Whether it is a whole line of pino, and not text of Node.js, such as a stack, or a mixture of both. */
function isLogLine(line: string): boolean {
  if (!line.startsWith('{"level":')) return false
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
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

/** Turns a line of the JSON log into a line for people. */
import type { RequestLogEntry } from '../http/request-log'
import type { Color, Palette } from './colors'
import { visible } from './control-characters'

interface Line {
  readonly level: number
  readonly time: number
  readonly msg: string
  readonly [field: string]: unknown
}

type RequestLine = Line & RequestLogEntry & { readonly msg: 'request' }

/** Levels of pino. */
const WARNING = 40
const ERROR = 50

/** @param json a line that pino has written */
export function textLine(json: string, paint: Palette): string {
  const line = JSON.parse(json, withVisibleText) as Line
  const time = paint('gray', new Date(line.time).toTimeString().slice(0, 8))
  return `${time}  ${isRequest(line) ? requestText(line, paint) : eventText(line, paint)}`
}

function isRequest(line: Line): line is RequestLine {
  return line.msg === 'request'
}

/** A stack has several lines; in other values, a line break could pretend to be another line of the log. */
function withVisibleText(key: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  return key === 'stack' ? value.split('\n').map(visible).join('\n') : visible(value)
}

function requestText(line: RequestLine, paint: Palette): string {
  const { method, route, table, status, rows, ms, principal, refusal, isAborted, requestId } = line
  return [
    paint(colorOf(status), String(status)),
    [method, route, ...(table === undefined ? [] : [paint('bold', table)])].join(' '),
    ...(rows === undefined ? [] : [rows === 1 ? '1 row' : `${rows} rows`]),
    paint('gray', `${ms} ms`),
    ...(principal === undefined ? [] : [principal]),
    ...(refusal === undefined ? [] : [paint('yellow', refusal)]),
    ...(isAborted ? [paint('yellow', 'client disconnected')] : []),
    // Another line has the cause, with the same id.
    ...(status >= 500 ? [requestId] : []),
  ].join('  ')
}

function colorOf(status: number): Color {
  if (status >= 500) return 'red'
  if (status >= 400) return 'yellow'
  return status >= 300 ? 'cyan' : 'green'
}

function eventText({ level, msg, ...fields }: Line, paint: Palette): string {
  const label = level >= ERROR ? paint('red', 'error') : paint('yellow', 'warning')
  const details = Object.entries(fields).flatMap(([name, value]) =>
    name === 'time' || !isPlain(value) ? [] : [paint('gray', `${name}=${value}`)],
  )
  const text = [...(level >= WARNING ? [label] : []), msg, ...details].join('  ')
  return [text, ...stackOf(fields['err'])].join('\n    ')
}

/** Other values are objects, whose content the message already has. */
function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

function stackOf(err: unknown): string[] {
  const hasStack = typeof err === 'object' && err !== null && 'stack' in err
  return hasStack ? String(err.stack).split('\n') : []
}

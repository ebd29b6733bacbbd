import type { ColumnMetadata, JsonValue, Row } from '../../client'
import type { Display } from '../display/display'
import { UNIT } from '../display/unit'
import { cellOf } from '../values/cell'
import { kindOf } from '../values/column-kind'
import { shownTime } from '../values/dates'
import { shownNumber } from '../values/numbers'
import { isPlain, segments, signOf } from '../values/segments'
import { shownValue, type ColumnForm } from '../values/shown-value'
import { fullText } from '../values/value-text'
import { shownColumns, type ColumnChoice } from '../view/column-choice'
import { textWidth, widestOf, type Face } from './text-width'

export interface GridColumn extends ColumnForm {
  readonly name: string
  readonly type: string
  /** Pixels. */
  readonly width: number
  /** Pixels that the header and the measured values need. */
  readonly fittingWidth: number
  /** Whether the user has set the width. */
  readonly isSet: boolean
}

/** Pixels: padding of a cell, space for the arrow and the place in the order of a header, space for an image. */
const PADDING = 25
const HEADER_EXTRA = 30 * UNIT
const IMAGE_EXTRA = 34 * UNIT
/** Pixels beside the sign of an invisible character. */
const SIGN_EXTRA = 6
export const MIN_WIDTH = 56
const MAX_WIDTH = 340 * UNIT

/** Number of rows that determine the forms and widths of columns, and number of values that are measured exactly. */
const SAMPLE = 50
const MEASURED = 5

/** Names of columns with identifiers, whose digits are not grouped: `id`, `order_id`, `userId`, `barcode`, `year`. */
const IDENTIFIER =
  /(?:^|_)(?:id|no|nr|key|(?:bar|post|zip)?code|ean|isbn|zip|year|port|pid)$|[a-z]I[dD]$/i

/**
 * The visible columns, with forms and widths that fit their content.
 * @param all metadata of all columns
 * @param rows rows to measure
 */
export function gridColumns(
  choice: ColumnChoice,
  all: readonly ColumnMetadata[],
  rows: readonly Row[],
  display: Display,
): GridColumn[] {
  const types = new Map(all.map(({ name, type }) => [name, type]))
  const sample = rows.slice(0, SAMPLE)
  return shownColumns(choice, [...types.keys()]).map((name) => {
    const type = types.get(name) ?? ''
    const values = sample.map((row) => cellOf(row, name))
    const form = formOf(name, type, values, display)
    const fittingWidth = fittingWidthOf(name, form, values, display)
    const width = Math.min(Math.max(fittingWidth, MIN_WIDTH), MAX_WIDTH)
    return { ...form, name, type, fittingWidth, width, isSet: false }
  })
}

/** Distributes free pixels to the columns whose values are cut, except those whose width the user has set. */
export function widened(columns: readonly GridColumn[], available: number): readonly GridColumn[] {
  const free = available - columns.reduce((sum, { width }) => sum + width, 0)
  const missing = columns.reduce((sum, column) => sum + missingIn(column), 0)
  if (free <= 0 || missing === 0) return columns
  const share = Math.min(1, free / missing)
  return columns.map((column) => ({
    ...column,
    width: Math.floor(column.width + missingIn(column) * share),
  }))
}

function missingIn({ fittingWidth, width, isSet }: GridColumn): number {
  return isSet ? 0 : Math.max(0, fittingWidth - width)
}

function formOf(
  name: string,
  type: string,
  values: readonly (JsonValue | undefined)[],
  display: Display,
): ColumnForm {
  const kind = kindOf(type)
  const isGrouped = !IDENTIFIER.test(name) && !/^year/i.test(type)
  const isBinaryFraction = /^(?:double|float|real)/i.test(type)
  const form = { kind, isGrouped, decimals: 0, hasSeconds: false, isBinaryFraction }
  if (kind === 'timestamp') return { ...form, hasSeconds: needsSeconds(values) }
  const decimals = values.map((value) => {
    if (kind !== 'number' && typeof value !== 'number') return 0
    return (
      shownNumber(fullText(value), false, isBinaryFraction && display.numbers === 'grouped')
        ?.decimals ?? 0
    )
  })
  return { ...form, decimals: Math.min(Math.max(0, ...decimals), 8) }
}

/** Whether different values would look the same without seconds. */
function needsSeconds(values: readonly (JsonValue | undefined)[]): boolean {
  const texts = new Set(values.filter((value) => value !== null).map(fullText))
  const minutes = new Set([...texts].map((text) => shownTime(text, 'utc')?.minute ?? text))
  return minutes.size < texts.size
}

function fittingWidthOf(
  name: string,
  form: ColumnForm,
  values: readonly (JsonValue | undefined)[],
  display: Display,
): number {
  const shown = values.map((value) => shownValue(value, form, display))
  const extra = shown.some(({ look }) => look === 'image' || look === 'colour') ? IMAGE_EXTRA : 0
  const texts = shown.map(({ text, pad = '' }) => text + pad)
  const face = form.kind === 'json' || form.kind === 'binary' ? 'code' : 'usual'
  const exact = new Set(shown.flatMap(({ text, isVerbatim }) => (isVerbatim ? [text] : [])))
  const widths = widestOf(texts, MEASURED).map((text) =>
    exact.has(text) ? markedWidth(text, face) : textWidth(text, face),
  )
  const widest = Math.max(0, ...widths)
  const heading = markedWidth(name, 'heading')
  return Math.ceil(Math.max(heading + HEADER_EXTRA, widest + extra) + PADDING)
}

/** The width of a text with signs in place of invisible characters. */
function markedWidth(text: string, face: Face): number {
  if (isPlain(text)) return textWidth(text, face)
  return segments(text).reduce(
    (sum, part) =>
      part.is === 'invisible'
        ? sum + textWidth(signOf(part.text), 'number') + SIGN_EXTRA
        : sum + textWidth(part.text, face),
    0,
  )
}

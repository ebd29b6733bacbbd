import type { ColumnMetadata, Row } from '../../client'
import { cellText } from './cell-text'
import { kindOf, type ColumnKind } from './column-kind'
import { textWidth } from './text-width'

export interface GridColumn {
  readonly name: string
  readonly type: string
  readonly kind: ColumnKind
  /** Pixels. */
  readonly width: number
}

/** Pixels of padding in a cell, and of the sort arrow. */
const PADDING = 26
const ARROW = 26
const MIN_WIDTH = 76
const MAX_WIDTH = 340

/** Number of rows to measure; more would take longer and change little. */
const SAMPLE = 50
const MEASURED = 3

/**
 * The visible columns, with widths that fit their content.
 * @param chosen names of columns; empty: all
 * @param rows rows to measure
 */
export function gridColumns(
  chosen: readonly string[],
  all: readonly ColumnMetadata[],
  rows: readonly Row[],
): GridColumn[] {
  const names = shownColumns(chosen, all)
  const types = new Map(all.map(({ name, type }) => [name, type]))
  return names.map((name) => {
    const type = types.get(name) ?? ''
    const kind = kindOf(type)
    const texts = rows.slice(0, SAMPLE).map((row) => cellText(row[name], kind))
    // Measuring is slow, and the widest text is almost always one of the longest.
    const longest = texts.sort((a, b) => b.length - a.length).slice(0, MEASURED)
    const header = textWidth(name, 600) + ARROW
    const widest = Math.max(header, textWidth(type), ...longest.map((text) => textWidth(text)))
    const width = Math.min(Math.max(widest + PADDING, MIN_WIDTH), MAX_WIDTH)
    return { name, type, kind, width: Math.ceil(width) }
  })
}

/** Names of the visible columns, in order. */
export function shownColumns(
  chosen: readonly string[],
  all: readonly ColumnMetadata[],
): readonly string[] {
  return chosen.length > 0 ? chosen : all.map(({ name }) => name)
}

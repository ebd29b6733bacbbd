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

/** Of a cell, and beside them for the arrow of a sort. */
const PADDING = 26
const ARROW = 26
const NARROWEST = 76
const WIDEST = 340

/** Rows that are looked at: more would cost time and hardly tell more. */
const SAMPLE = 50
const MEASURED = 3

/**
 * The columns to be shown, as wide as what is in them.
 * @param chosen none: all of them
 * @param rows to measure
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
    // Measuring takes a while, and the widest is almost always among the longest.
    const longest = texts.sort((a, b) => b.length - a.length).slice(0, MEASURED)
    const header = textWidth(name, 600) + ARROW
    const widest = Math.max(header, textWidth(type), ...longest.map((text) => textWidth(text)))
    const width = Math.min(Math.max(widest + PADDING, NARROWEST), WIDEST)
    return { name, type, kind, width: Math.ceil(width) }
  })
}

/** Their names, in the order in which they are shown. */
export function shownColumns(
  chosen: readonly string[],
  all: readonly ColumnMetadata[],
): readonly string[] {
  return chosen.length > 0 ? chosen : all.map(({ name }) => name)
}

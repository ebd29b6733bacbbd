/** How a value looks in a cell. The tooltip and all copies have the exact value. */
import type { JsonValue } from '../../client'
import type { Display } from '../display/display'
import { t } from '../texts/texts'
import type { ColumnKind } from './column-kind'
import { shownTime } from './dates'
import { imageType } from './images'
import { padding, shownNumber } from './numbers'
import { bytesIn, fullText, isBase64 } from './value-text'

export interface ColumnForm {
  readonly kind: ColumnKind
  /** Whether digits are grouped; not for identifiers and years. */
  readonly isGrouped: boolean
  /** Digits after the decimal point to which the column's numbers are padded, for alignment. */
  readonly decimals: number
  readonly hasSeconds: boolean
  /** Whether numbers are binary fractions, whose last digits are noise. */
  readonly isBinaryFraction: boolean
}

export interface ShownValue {
  readonly text: string
  /** CSS class of the cell; empty for none. */
  readonly look: '' | 'null' | 'blank' | 'boolean' | 'number' | 'link' | 'colour' | 'image'
  /** Whether `text` has the value's own characters, perhaps cut; matches and invisible ones are marked in it. */
  readonly isVerbatim: boolean
  /** Invisible text that aligns the decimal point. */
  readonly pad?: string
}

/** Maximum characters in a cell. */
const MAX_LENGTH = 300

/**
 * Addresses of the web and of mail only: a stored text must not open a program by another
 * scheme, nor write the mail: fields of a mail follow `?`.
 */
const LINK = /^(?:https?:\/\/[^\s<>"]+|[^\s@<>":/?]+@[^\s@<>":/?]+\.[^\s@<>":/.?]+)$/i
const COLOUR = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i

/** @param value undefined, which is blank, if the row has no such column: that differs from NULL */
export function shownValue(
  value: JsonValue | undefined,
  form: ColumnForm,
  display: Display,
): ShownValue {
  if (value === undefined) return { text: '', look: '', isVerbatim: false }
  if (value === null) return { text: 'NULL', look: 'null', isVerbatim: false }
  if (value === '' && form.kind !== 'binary')
    return { text: '""', look: 'blank', isVerbatim: false }
  if (typeof value === 'boolean')
    return { text: value ? '✓' : '–', look: 'boolean', isVerbatim: false }
  const { kind } = form
  if (kind === 'binary' && typeof value === 'string' && isBase64(value)) {
    const look = imageType(value) === undefined ? 'blank' : 'image'
    return { text: t.size(bytesIn(value)), look, isVerbatim: false }
  }
  const text = fullText(value)
  if (kind === 'number' || typeof value === 'number') {
    const isGrouped = form.isGrouped && display.numbers === 'grouped'
    const isBinary = form.isBinaryFraction && display.numbers === 'grouped'
    // A number of Postgres can have 147,455 digits, and grouping them takes half a minute.
    const number = text.length > MAX_LENGTH ? undefined : shownNumber(text, isGrouped, isBinary)
    if (!number) return { text: shortened(text), look: 'number', isVerbatim: true }
    return {
      text: number.text,
      look: 'number',
      isVerbatim: false,
      pad: padding(number.decimals, form.decimals),
    }
  }
  if (kind === 'timestamp') {
    const time = shownTime(text, display.zone)
    if (time)
      return { text: form.hasSeconds ? time.second : time.minute, look: '', isVerbatim: false }
  }
  return { text: shortened(text), look: lookOf(text), isVerbatim: true }
}

function lookOf(text: string): ShownValue['look'] {
  if (text.length > MAX_LENGTH) return ''
  if (COLOUR.test(text)) return 'colour'
  return LINK.test(text) ? 'link' : ''
}

function shortened(text: string): string {
  // Not in the middle of a character of two units.
  return text.length > MAX_LENGTH
    ? `${text.slice(0, MAX_LENGTH).replace(/[\ud800-\udbff]$/, '')}…`
    : text
}

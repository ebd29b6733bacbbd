import { memo, type ReactNode } from 'react'
import type { JsonValue } from '../../client'
import type { Display } from '../display/display'
import { copy } from '../export/clipboard'
import { IconButton } from '../frame/icon-button'
import type { GridColumn } from '../grid/grid-column'
import { t } from '../texts/texts'
import { count } from '../texts/locale'
import { isListOrObject } from '../values/json-members'
import { shownValue } from '../values/shown-value'
import { markedLines, valueContent } from '../values/value-content'
import { fullText, isBase64 } from '../values/value-text'
import { BinaryValue } from './binary-value'
import { JsonTree } from './json-tree'
import { Name } from '../values/name'

interface PanelFieldProps {
  readonly column: GridColumn
  readonly value: JsonValue | undefined
  readonly display: Display
  readonly search: RegExp | undefined
  readonly isActive: boolean
}

/** Maximum characters of a text that are shown. */
const MAX_TEXT = 100_000

/** The length of texts with more characters is shown. */
const LONG = 60

/** Renders only after a change, because values can be long. */
export const PanelField = memo(function PanelField(props: PanelFieldProps): ReactNode {
  const { column, value, display, search, isActive } = props
  const length = typeof value === 'string' && column.kind !== 'binary' ? charactersIn(value) : 0
  return (
    <div className={`field-line ${isActive ? 'active' : ''}`} data-field={column.name}>
      <dt>
        <Name name={column.name} className="clipped" />
        <span className="hint clipped">
          {column.type}
          {length > LONG && ` · ${t.characters(count(length))}`}
        </span>
        {value !== null && value !== undefined && (
          <IconButton
            icon="copy"
            label={t.copyValue(column.name)}
            onClick={() => {
              copy(column.name, fullText(value))
            }}
          />
        )}
      </dt>
      <dd className={column.kind}>
        <Value {...{ column, value, display, search }} />
      </dd>
    </div>
  )
})

/** A loop that makes no list of the characters, of which a text can have millions. */
function charactersIn(text: string): number {
  let characters = 0
  for (let at = 0; at < text.length; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1)
    characters++
  return characters
}

type ValueProps = Omit<PanelFieldProps, 'isActive'>

const Value = memo(function Value({ column, value, display, search }: ValueProps): ReactNode {
  if (column.kind === 'binary' && typeof value === 'string' && isBase64(value))
    return <BinaryValue base64={value} />
  const json = jsonIn(value)
  if (json !== undefined) return <JsonTree json={json} />
  const shown = shownValue(value, { ...column, decimals: 0, hasSeconds: true }, display)
  const text = fullText(value)
  if (shown.look === 'null' || shown.look === 'blank')
    return <span className={shown.look}>{shown.text}</span>
  if (shown.isVerbatim && shown.look !== 'link' && shown.look !== 'colour')
    return <TextValue text={text} search={search} />
  return (
    <>
      {valueContent(value, shown, search, false)}
      {!shown.isVerbatim && digits(shown.text) !== digits(text) && (
        <span className="exact hint">{text}</span>
      )}
    </>
  )
})

/** The digits of a number. A number that differs only by grouping is not shown twice. */
function digits(text: string): string {
  return text.replaceAll(/\D/g, '')
}

function TextValue(props: {
  readonly text: string
  readonly search: RegExp | undefined
}): ReactNode {
  const { text, search } = props
  return (
    <p className="whole-text" dir="auto">
      {markedLines(text.slice(0, MAX_TEXT), search)}
      {text.length > MAX_TEXT && <span className="hint"> {t.cutText(count(text.length))}</span>}
    </p>
  )
}

/** The JSON for a tree: an object or a list, or a text with one, because SQLite stores JSON as text. */
function jsonIn(value: JsonValue | undefined): string | undefined {
  const text = fullText(value)
  if (!isListOrObject(text)) return undefined
  if (typeof value !== 'string') return text
  return value.length <= MAX_TEXT && isJson(value) ? value : undefined
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** The content of a cell. Most values are only a text, because scrolling adds and removes hundreds of cells. */
import type { ReactNode } from 'react'
import type { JsonValue } from '../../client'
import { Image } from './image'
import { imageType } from './images'
import { codeOf, isPlain, segments, segmentsOfLines, signOf, type Segment } from './segments'
import type { ShownValue } from './shown-value'

/** Maximum characters of base64; larger images are not shown in cells. */
const MAX_THUMBNAIL = 400_000

/**
 * A function instead of a component, because it runs for each cell that scrolling adds.
 * @param isInCell whether it is in a cell of the grid, which is one Tab stop
 */
export function valueContent(
  value: JsonValue | undefined,
  shown: ShownValue,
  search: RegExp | undefined,
  isInCell = true,
): ReactNode {
  const { text, look, isVerbatim } = shown
  if (look === 'image' && typeof value === 'string') {
    if (value.length > MAX_THUMBNAIL) return text
    const type = imageType(value) ?? ''
    return (
      <>
        <Image base64={value} type={type} className="thumbnail" /> {text}
      </>
    )
  }
  const content = isVerbatim ? markedText(text, search) : text
  if (look === 'link') {
    return (
      <a
        href={text.includes('://') ? text : `mailto:${text}`}
        target="_blank"
        rel="noreferrer"
        tabIndex={isInCell ? -1 : undefined}
      >
        {content}
      </a>
    )
  }
  if (look === 'colour') {
    return (
      <>
        <span className="swatch" style={{ background: text }} /> {content}
      </>
    )
  }
  return content
}

/** A text with marked matches, and signs in place of invisible characters. */
export function markedText(text: string, search?: RegExp): ReactNode {
  if (!search && isPlain(text)) return text
  const parts = segments(text, search)
  if (parts.every(({ is }) => is === 'plain')) return text
  return contentOf(parts)
}

/** Maximum matches and signs in a text: thousands of elements would block the page. */
const MAX_MARKS = 2000

/** The same for a text whose line ends break the line, instead of the sign for them. */
export function markedLines(text: string, search?: RegExp): ReactNode {
  return contentOf(segmentsOfLines(text, search, MAX_MARKS))
}

function contentOf(parts: readonly Segment[]): ReactNode {
  return parts.map((part, index) => {
    if (part.is === 'plain') return part.text
    if (part.is === 'match') return <mark key={index}>{part.text}</mark>
    return (
      <span key={index} className="invisible" title={codeOf(part.text)}>
        {signOf(part.text)}
      </span>
    )
  })
}

/** What stands in a cell. Most values are a text alone, because scrolling adds and removes hundreds. */
import type { ReactNode } from 'react'
import type { JsonValue } from '../../client'
import { Image } from './image'
import { imageType } from './images'
import { codeOf, isPlain, segments, unseenText } from './segments'
import type { ShownValue } from './shown-value'

/** Characters of base64: larger images are not drawn in cells. */
const MAX_THUMBNAIL = 400_000

/** A function and no component: it runs for each cell that scrolling adds. */
export function valueContent(
  value: JsonValue | undefined,
  shown: ShownValue,
  search: RegExp | undefined,
): ReactNode {
  const { text, look, isExact } = shown
  if (look === 'image' && typeof value === 'string') {
    if (value.length > MAX_THUMBNAIL) return text
    const type = imageType(value) ?? ''
    return (
      <>
        <Image base64={value} type={type} className="thumbnail" /> {text}
      </>
    )
  }
  const content = isExact ? markedText(text, search) : text
  if (look === 'link') {
    return (
      <a
        href={text.includes('://') ? text : `mailto:${text}`}
        target="_blank"
        rel="noreferrer"
        tabIndex={-1}
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

/** A text with marks on matches, and signs for characters that cannot be seen. */
export function markedText(text: string, search?: RegExp): ReactNode {
  if (!search && isPlain(text)) return text
  const parts = segments(text, search)
  if (parts.every(({ is }) => is === 'plain')) return text
  return parts.map((part, index) => {
    if (part.is === 'plain') return part.text
    if (part.is === 'match') return <mark key={index}>{part.text}</mark>
    return (
      <span key={index} className="unseen" title={codeOf(part.text)}>
        {unseenText(part.text)}
      </span>
    )
  })
}

/**
 * A panel beside an element. Escape, a click outside and focus outside close it, and so does scrolling that hides
 * the element.
 */
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type MouseEvent,
  type ReactNode,
} from 'react'
import { createPortal } from 'react-dom'

interface FloatingProps {
  readonly id?: string
  readonly label: string
  readonly anchor: () => HTMLElement | null
  readonly onClose: () => void
  readonly onClick?: (event: MouseEvent) => void
  readonly className?: string
  readonly children: ReactNode
}

/** Pixels to the anchor, and to the edges of the window. */
const GAP = 4
const EDGE = 8

export function Floating(props: FloatingProps): ReactNode {
  const { id, label, anchor, onClose, onClick, className = '', children } = props
  const panel = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState({ left: 0, top: 0 })
  useLayoutEffect(() => {
    const move = (): void => {
      const [at, own] = [anchor()?.getBoundingClientRect(), panel.current?.getBoundingClientRect()]
      if (at && own) setPlace(placeOf(at, own))
    }
    move()
    addEventListener('resize', move)
    // The capturing phase, because the scroll event of an element does not bubble.
    addEventListener('scroll', move, true)
    const observer = new ResizeObserver(move)
    if (panel.current) observer.observe(panel.current)
    return () => {
      removeEventListener('resize', move)
      removeEventListener('scroll', move, true)
      observer.disconnect()
    }
    // The anchor does not change while the panel is open.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  useEffect(() => {
    panel.current?.focus()
  }, [])
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    const element = anchor()
    let wasVisible = false
    const observer = new IntersectionObserver((entries) => {
      const isVisible = entries.at(-1)?.isIntersecting === true
      if (wasVisible && !isVisible) close.current()
      wasVisible = isVisible
    })
    if (element) observer.observe(element)
    return () => {
      observer.disconnect()
    }
    // The anchor does not change while the panel is open.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  useEffect(() => {
    const closeOutside = ({ target }: Event): void => {
      const isInside = target instanceof Node && panel.current?.contains(target) === true
      const isAnchor = target instanceof Node && anchor()?.contains(target) === true
      if (!isInside && !isAnchor) close.current()
    }
    // The listener is on the document, because the focused element may have been removed.
    const closeByKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      close.current()
      const element = anchor()
      // A cell cannot have the focus; its grid has it.
      ;(element?.closest<HTMLElement>('[role=grid]') ?? element)?.focus()
    }
    document.addEventListener('keydown', closeByKey)
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    return () => {
      document.removeEventListener('keydown', closeByKey)
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
    }
    // The anchor does not change while the panel is open.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return createPortal(
    <div
      ref={panel}
      id={id}
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      className={`floating ${className}`}
      style={place}
      onClick={onClick}
    >
      {children}
    </div>,
    document.body,
  )
}

function placeOf(at: DOMRect, own: DOMRect): { left: number; top: number } {
  const right = at.left + own.width > innerWidth - EDGE
  const left = right ? at.right - own.width : at.left
  const isBelow = at.bottom + GAP + own.height <= innerHeight - EDGE
  const top = isBelow ? at.bottom + GAP : at.top - GAP - own.height
  return {
    left: Math.max(EDGE, Math.min(left, innerWidth - own.width - EDGE)),
    top: Math.max(EDGE, Math.min(top, innerHeight - own.height - EDGE)),
  }
}

/** A button that opens a panel. Escape, a click outside, and the button close the panel. */
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'

export interface PopoverProps {
  readonly label: string
  readonly title: string
  /** Whether a click on a button in the panel closes it. */
  readonly isMenu?: boolean
  readonly children: ReactNode
}

export function Popover({ label, title, isMenu = false, children }: PopoverProps): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  useEffect(() => {
    if (!isOpen) return undefined
    const closeOutside = ({ target }: Event): void => {
      if (target instanceof Node && frame.current?.contains(target) === false) setOpen(false)
    }
    // On the document, because the focused element may have been removed.
    const closeByKey = ({ key }: KeyboardEvent): void => {
      if (key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    document.addEventListener('keydown', closeByKey)
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    return () => {
      document.removeEventListener('keydown', closeByKey)
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
    }
  }, [isOpen])
  return (
    <div className="popover" ref={frame}>
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => {
          setOpen(!isOpen)
        }}
      >
        {label} <span aria-hidden="true">▾</span>
      </button>
      {isOpen && (
        <div
          id={id}
          role="dialog"
          aria-label={title}
          className="popover-content"
          onClick={({ target }) => {
            if (!isMenu || !(target instanceof HTMLButtonElement)) return
            setOpen(false)
            button.current?.focus()
          }}
        >
          {children}
        </div>
      )}
    </div>
  )
}

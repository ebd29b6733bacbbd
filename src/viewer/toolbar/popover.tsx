/** A button with what opens below it: closed by Escape, by a click elsewhere, and by the button. */
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'

export interface PopoverProps {
  readonly label: string
  readonly title: string
  /** Whether a button in it is a choice that ends it. */
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
    // Wherever the focus is: what had it may be gone.
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

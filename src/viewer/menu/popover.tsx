/** A button that opens a panel. */
import { useId, useRef, useState, type ReactNode } from 'react'
import { Icon, type IconName } from '../frame/icon'
import { Floating } from './floating'

interface PopoverProps {
  readonly label: string
  readonly title: string
  readonly icon?: IconName
  readonly className?: string
  /** Whether a click on a button in the panel closes it. */
  readonly isMenu?: boolean
  readonly children: ReactNode
}

export function Popover(props: PopoverProps): ReactNode {
  const { label, title, icon, className = '', isMenu = false, children } = props
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        aria-controls={isOpen ? id : undefined}
        title={title}
        onClick={() => {
          setOpen(!isOpen)
        }}
      >
        {icon && <Icon name={icon} />}
        <span className="button-text">{label}</span>
      </button>
      {isOpen && (
        <Floating
          id={id}
          label={title}
          anchor={() => button.current}
          onClose={() => {
            setOpen(false)
          }}
          onClick={({ target }) => {
            if (!isMenu || !(target instanceof HTMLButtonElement)) return
            setOpen(false)
            button.current?.focus()
          }}
        >
          {children}
        </Floating>
      )}
    </>
  )
}

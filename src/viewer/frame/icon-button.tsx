import type { ComponentProps, ReactNode } from 'react'
import { Icon, type IconName } from './icon'

interface IconButtonProps extends ComponentProps<'button'> {
  readonly icon: IconName
  /** Read aloud, and shown as a tooltip. */
  readonly label: string
  /** Whether it has no effect now. Unlike a disabled button, it keeps the focus. */
  readonly isOff?: boolean
}

export function IconButton(props: IconButtonProps): ReactNode {
  const { icon, label, className, isOff = false, onClick, ...rest } = props
  return (
    <button
      type="button"
      className={`icon-button ${className ?? ''}`}
      aria-label={label}
      title={label}
      aria-disabled={isOff || undefined}
      onClick={isOff ? undefined : onClick}
      {...rest}
    >
      <Icon name={icon} />
    </button>
  )
}

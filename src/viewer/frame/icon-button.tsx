import type { ComponentProps, ReactNode } from 'react'
import { Icon, type IconName } from './icon'

export interface IconButtonProps extends ComponentProps<'button'> {
  readonly icon: IconName
  /** Read aloud, and shown as a tooltip. */
  readonly label: string
}

export function IconButton({ icon, label, className, ...rest }: IconButtonProps): ReactNode {
  return (
    <button
      type="button"
      className={`icon-button ${className ?? ''}`}
      aria-label={label}
      title={label}
      {...rest}
    >
      <Icon name={icon} />
    </button>
  )
}

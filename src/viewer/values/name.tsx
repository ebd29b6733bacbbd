import type { ReactNode } from 'react'
import { markedText } from './value-content'

interface NameProps {
  readonly name: string
  readonly className?: string
}

/** The name of a column or a table, shown like a text of a cell: a name can have every character, or none. */
export function Name({ name, className }: NameProps): ReactNode {
  return (
    <span dir="auto" className={className}>
      {name === '' ? '""' : markedText(name)}
    </span>
  )
}

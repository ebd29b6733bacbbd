/** The item of a visible column in the list of columns. */
import { useEffect, useRef, type ReactNode } from 'react'
import { IconButton } from '../frame/icon-button'
import { t } from '../texts/texts'
import { Name } from '../values/name'

interface ColumnItemProps {
  readonly name: string
  readonly place: number
  /** Number of visible columns. */
  readonly places: number
  readonly onHide: () => void
  readonly onMove: (name: string, to: number) => void
  /** @param name undefined at the end of the drag */
  readonly onDrag: (name: string | undefined) => void
  readonly onDrop: () => void
}

export function ColumnItem(props: ColumnItemProps): ReactNode {
  const { name, place, places, onHide, onMove, onDrag, onDrop } = props
  const pressed = useRef<HTMLButtonElement>(undefined)
  useEffect(() => {
    // A moved element and a disabled button lose the focus.
    if (pressed.current?.disabled === true)
      pressed.current.closest('li')?.querySelector('input')?.focus()
    else pressed.current?.focus()
    pressed.current = undefined
  }, [place])
  return (
    <li
      data-column-name={name}
      draggable
      onDragStart={() => {
        onDrag(name)
      }}
      onDragEnd={() => {
        onDrag(undefined)
      }}
      onDragOver={(event) => {
        event.preventDefault()
      }}
      onDrop={onDrop}
    >
      <label>
        <input type="checkbox" checked onChange={onHide} />
        <Name name={name} className="clipped" />
      </label>
      {(['up', 'down'] as const).map((icon) => (
        <IconButton
          key={icon}
          icon={icon}
          label={icon === 'up' ? t.moveToLeft(name) : t.moveToRight(name)}
          disabled={icon === 'up' ? place === 0 : place === places - 1}
          onClick={({ currentTarget }) => {
            pressed.current = currentTarget
            onMove(name, icon === 'up' ? place - 1 : place + 1)
          }}
        />
      ))}
    </li>
  )
}

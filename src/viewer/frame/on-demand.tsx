/** Dialogs whose code is loaded when they are opened for the first time. */
import { useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { t } from '../texts/texts'
import { notify } from './notice'
import { keyOf } from './shortcuts'

interface DialogProps {
  readonly onClose: () => void
}

/**
 * If the code cannot be loaded, the dialog closes with a notice, and the page goes on. Unlike `lazy` of React, it
 * is loaded again when the dialog is opened again.
 */
export function onDemand<Props extends DialogProps>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  return function OnDemand(props: Props): ReactNode {
    const [Dialog, setDialog] = useState(() => loaded)
    const { onClose } = props
    useEffect(() => {
      if (loaded) return undefined
      let isOpen = true
      load().then(
        (module) => {
          loaded = module.default
          if (isOpen) setDialog(() => loaded)
        },
        () => {
          if (!isOpen) return
          notify(t.partFailed)
          onClose()
        },
      )
      return () => {
        isOpen = false
      }
    }, [onClose])
    useEffect(() => {
      if (Dialog) return undefined
      const onKeyDown = (event: KeyboardEvent): void => {
        keepFromPage(event)
        if (event.key === 'Escape') onClose()
      }
      addEventListener('keydown', onKeyDown, true)
      return () => {
        removeEventListener('keydown', onKeyDown, true)
      }
    }, [Dialog, onClose])
    return Dialog ? <Dialog {...props} /> : null
  }
}

/** Keys for a dialog that still loads must neither act on the page behind it nor write into a field of the page. */
function keepFromPage(event: KeyboardEvent): void {
  event.stopPropagation()
  const isCommand = event.ctrlKey || event.metaKey
  const isForBrowser = (isCommand && keyOf(event) !== 'k') || event.altKey || /^F\d/.test(event.key)
  if (!isForBrowser) event.preventDefault()
}

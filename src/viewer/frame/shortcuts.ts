/** Keys that work everywhere on the page. */
import { useEffect } from 'react'

/** By key, with `Ctrl+` before it for Ctrl or Command. */
export type Shortcuts = Readonly<Record<string, () => void>>

export function useShortcuts(shortcuts: Shortcuts): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { key, target, ctrlKey, metaKey, altKey, isComposing } = event
      const isCommand = ctrlKey || metaKey
      const isTyping =
        target instanceof Element && target.matches('input:not([type=checkbox]), select, textarea')
      // While a modal dialog is open, the page behind it cannot be used.
      if (document.querySelector('dialog[open]')) return
      if (altKey || isComposing || event.defaultPrevented || (isTyping && !isCommand)) return
      const act = shortcuts[(isCommand ? 'Ctrl+' : '') + key]
      // Keys with Ctrl belong to the browser unless they are listed.
      if (!act) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', onKeyDown)
    return () => {
      removeEventListener('keydown', onKeyDown)
    }
  }, [shortcuts])
}

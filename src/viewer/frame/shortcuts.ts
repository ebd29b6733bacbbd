/** Keys that work everywhere on the page. */
import { useEffect } from 'react'
import { singleKeys } from './single-keys'

/** By key, with `Ctrl+` before it for Ctrl or Command. */
type Shortcuts = Readonly<Record<string, () => void>>

export function useShortcuts(shortcuts: Shortcuts): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { target, metaKey, altKey, isComposing } = event
      const key = keyOf(event)
      // On many keyboards, characters such as ] need AltGr, which is Ctrl and Alt, or Option.
      const isCharacter = altKey && !metaKey && /^[^\p{L}\p{N}]$/u.test(key)
      const isCommand = (event.ctrlKey || metaKey) && !isCharacter
      const isTyping =
        target instanceof Element && target.matches('input:not([type=checkbox]), select, textarea')
      // While a modal dialog is open, the page behind it cannot be used.
      if (document.querySelector('dialog[open]')) return
      if (
        (altKey && !isCharacter) ||
        isComposing ||
        event.defaultPrevented ||
        (isTyping && !isCommand)
      )
        return
      const act = shortcuts[(isCommand ? 'Ctrl+' : '') + key]
      if (!isCommand && !singleKeys.get()) return
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

/** The key; a letter is a small one even with Caps Lock. */
export function keyOf({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): string {
  return key.length === 1 && !shiftKey ? key.toLowerCase() : key
}

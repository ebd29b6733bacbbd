import { useEffect } from 'react'

/**
 * Where the focus goes, the best place first. An open menu closes if the focus leaves it. A page without rows has an
 * error or another message, or asks for a sign-in.
 */
const PLACES = [
  '.floating',
  '[role=grid]',
  '[role=alert] button',
  'main .message button',
  'main input[type=password]',
]

/** Text that is typed into a search must not go on in the field of the password. */
const PLACES_WHILE_SEARCHING = [...PLACES.slice(0, -1), 'main form']

/**
 * When the element with the focus leaves the page, the browser focuses nothing, and the keyboard starts again at the
 * top. This moves the focus to the rows instead, at once or when they have loaded.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let focused: Element | undefined
    const isLost = (): boolean =>
      focused?.isConnected === false && document.activeElement === document.body
    const onFocusIn = ({ target }: FocusEvent): void => {
      focused = target instanceof Element ? target : undefined
    }
    const onPointerDown = ({ target }: Event): void => {
      // A click beside all controls takes the focus away on purpose.
      if (!(target instanceof Node && focused?.contains(target))) focused = undefined
    }
    const observer = new MutationObserver(() => {
      if (!isLost()) return
      // A frame later, because a component may focus another element itself.
      requestAnimationFrame(() => {
        if (isLost()) placeOfFocus(focused)?.focus({ preventScroll: true })
      })
    })
    addEventListener('focusin', onFocusIn)
    addEventListener('pointerdown', onPointerDown, true)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      removeEventListener('focusin', onFocusIn)
      removeEventListener('pointerdown', onPointerDown, true)
      observer.disconnect()
    }
  }, [])
}

/** Moves the focus from something that is about to disappear without leaving the document. */
export function focusPage(): void {
  placeOfFocus(undefined)?.focus({ preventScroll: true })
}

function placeOfFocus(lost: Element | undefined): HTMLElement | undefined {
  for (const place of lost?.matches('[role=search] input') ? PLACES_WHILE_SEARCHING : PLACES) {
    const element = document.querySelector<HTMLElement>(place)
    if (element) return element
  }
  return undefined
}

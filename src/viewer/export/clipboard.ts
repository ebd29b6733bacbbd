/** Copies a text, and says so. */
import { notify } from '../frame/notice'
import { t } from '../texts/texts'

/** @param what what is copied, for the message, e.g. `Link` */
export function copy(what: string, text: string): void {
  void copyText(text).then((isCopied) => {
    notify(isCopied ? t.copied(what) : t.notCopied)
  })
}

/** Pages without HTTPS need the fallback, and browsers may refuse both. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  const focused = document.activeElement
  area.value = text
  area.className = 'visually-hidden'
  // While a modal dialog is open, nothing outside of it can be selected.
  const parent = document.querySelector('dialog[open]') ?? document.body
  parent.append(area)
  area.select()
  // Deprecated, but the only method without `navigator.clipboard`.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  const isCopied = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}

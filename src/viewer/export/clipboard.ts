/** Copies a text to the clipboard, and shows a notice. */
import { notify } from '../frame/notice'
import { t } from '../texts/texts'

/** @param what name of the copied text in the notice, e.g. `Link` */
export function copy(what: string, text: string): void {
  void copyText(text).then((isCopied) => {
    notify(isCopied ? t.copied(what) : t.notCopied)
  })
}

/** `navigator.clipboard` needs HTTPS; the fallback does not. The browser may refuse both. */
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
  // While a modal dialog is open, nothing outside it can be selected.
  const parent = document.querySelector('dialog[open]') ?? document.body
  parent.append(area)
  area.select()
  // Deprecated, but the only method without `navigator.clipboard`.
  // oxlint-disable-next-line typescript/no-deprecated
  const isCopied = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}

/** The dialog with the keyboard shortcuts. */
import { useEffect, useRef, type ReactNode } from 'react'
import { IconButton } from '../frame/icon-button'
import { singleKeys } from '../frame/single-keys'
import { t } from '../texts/texts'

export default function Help({ onClose }: { readonly onClose: () => void }): ReactNode {
  const isOn = singleKeys.use()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  return (
    <dialog ref={dialog} className="help" aria-labelledby="help-title" onClose={onClose}>
      <header>
        <h2 id="help-title">{t.shortcuts}</h2>
        <IconButton icon="close" label={t.close} onClick={() => dialog.current?.close()} />
      </header>
      <label>
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => {
            singleKeys.set(target.checked)
          }}
        />
        {t.singleKeys}
      </label>
      <dl>
        {t.keys.map(([keys, effect]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
    </dialog>
  )
}

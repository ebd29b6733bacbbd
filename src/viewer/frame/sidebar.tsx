/** The sidebar: the server, its tables, and buttons for the theme, the shortcuts and signing out. */
import { useCallback, useEffect, useMemo, useRef, type ReactNode } from 'react'
import { apiAddress } from '../api/client'
import { signIn } from '../api/credentials'
import { Failure } from '../messages/failure'
import { TableList } from '../tables/table-list'
import { t } from '../texts/texts'
import { IconButton } from './icon-button'
import { focusPage } from './kept-focus'
import { useShortcuts } from './shortcuts'
import { singleKeys } from './single-keys'
import { changeTheme, nextTheme, useTheme } from './theme'
import { SidebarEdge } from './sidebar-edge'

interface SidebarProps {
  readonly tables: readonly string[] | undefined
  /** Why there are no tables; null while they load. */
  readonly error: Error | null
  readonly chosen: string
  readonly isSignedIn: boolean
  /** On a narrow screen, whether the list covers the page. */
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
  /** Hides the list beside the page, or shows it again. */
  readonly onHide: () => void
  readonly onHelp: () => void
}

/** As in frame.css. */
const NARROW = '(width < 48rem)'

const THEME_ICONS = { system: 'theme', light: 'light', dark: 'dark' } as const

export function Sidebar(props: SidebarProps): ReactNode {
  const { tables, error, chosen, isSignedIn, isOpen, onOpen, onHide, onHelp } = props
  const theme = useTheme()
  const side = useRef<HTMLElement>(null)
  const menuButton = useRef<HTMLButtonElement>(null)
  const close = useCallback(() => {
    // The list disappears together with the focused element.
    menuButton.current?.focus()
    onOpen(false)
  }, [onOpen])
  useEffect(() => {
    if (!isOpen) return undefined
    const closeByKey = ({ key }: KeyboardEvent): void => {
      // A dialog that the list has opened closes first.
      if (key === 'Escape' && !document.querySelector('dialog[open]')) close()
    }
    // On a wide screen, the list covers nothing, and the page beside it can be used.
    const narrow = matchMedia(NARROW)
    const closeOnWide = (): void => {
      onOpen(false)
    }
    addEventListener('keydown', closeByKey)
    narrow.addEventListener('change', closeOnWide)
    return () => {
      removeEventListener('keydown', closeByKey)
      narrow.removeEventListener('change', closeOnWide)
    }
  }, [isOpen, close, onOpen])
  useShortcuts(
    useMemo(
      () => ({
        'Ctrl+b': () => {
          if (matchMedia(NARROW).matches) {
            menuButton.current?.focus()
            onOpen(!isOpen)
            return
          }
          if (side.current?.contains(document.activeElement)) focusPage()
          onHide()
        },
      }),
      [isOpen, onOpen, onHide],
    ),
  )
  return (
    <header ref={side} className="side">
      <div className="brand">
        <IconButton
          ref={menuButton}
          icon={isOpen ? 'close' : 'menu'}
          label={t.tables}
          className="menu-button"
          aria-expanded={isOpen}
          onClick={() => {
            onOpen(!isOpen)
          }}
        />
        <h1 className="clipped" title={apiAddress}>
          {new URL(apiAddress).host}
        </h1>
      </div>
      {tables && (
        <TableList
          tables={tables}
          chosen={chosen}
          onChoose={() => {
            if (isOpen) close()
          }}
        />
      )}
      {!tables && error && (
        <div className="tables">
          <Failure error={error} table="" isAside />
        </div>
      )}
      <div className="side-foot">
        <IconButton
          icon={THEME_ICONS[theme]}
          label={t.colours(t.themes[theme], t.themes[nextTheme(theme)])}
          onClick={changeTheme}
        />
        <IconButton
          icon="keys"
          label={t.shortcuts}
          aria-keyshortcuts={singleKeys.use() ? '?' : undefined}
          onClick={onHelp}
        />
        {isSignedIn && (
          <button
            type="button"
            className="quiet"
            onClick={() => {
              signIn({})
            }}
          >
            {t.signOut}
          </button>
        )}
      </div>
      <SidebarEdge />
    </header>
  )
}

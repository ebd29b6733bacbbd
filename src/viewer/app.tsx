/** The page: the sidebar, and the selected table. */
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react'
import { useCredentials } from './api/credentials'
import { useTables } from './api/queries'
import { isSignInNeeded } from './api/sign-in-needed'
import { DownloadBar } from './export/download-bar'
import { useDownload } from './export/use-download'
import { useKeptFocus } from './frame/kept-focus'
import { Notice } from './frame/notice'
import { onDemand } from './frame/on-demand'
import { useShortcuts } from './frame/shortcuts'
import { Sidebar } from './frame/sidebar'
import { Failure } from './messages/failure'
import { SampleProvider } from './sample/sample-provider'
import { SignIn } from './sign-in/sign-in'
import { TablePage } from './table-page'
import { addRecent } from './tables/marked-tables'
import { t } from './texts/texts'
import { go, useView } from './view/use-view'
import { viewOfTable } from './view/view'

const Palette = onDemand(() => import('./palette/palette'))
const Help = onDemand(() => import('./palette/help'))

export function App(): ReactNode {
  const view = useView()
  const tables = useTables()
  const isSignedIn = Object.keys(useCredentials()).length > 0 && !isSignInNeeded(tables.error)
  const download = useDownload()
  const [isListOpen, setListOpen] = useState(false)
  const [isListHidden, setListHidden] = useState(false)
  const [dialog, setDialog] = useState<'palette' | 'help'>()
  const closeDialog = useCallback(() => {
    setDialog(undefined)
  }, [])
  const hideList = useCallback(() => {
    setListHidden((isHidden) => !isHidden)
  }, [])
  useKeptFocus()
  useShortcuts(
    useMemo(
      () => ({
        'Ctrl+k': () => {
          setListOpen(false)
          setDialog('palette')
        },
        '?': () => {
          setDialog('help')
        },
      }),
      [],
    ),
  )
  const first = tables.data?.[0]
  useEffect(() => {
    if (view.table === '' && first !== undefined) go(viewOfTable(first), true)
  }, [view.table, first])
  useEffect(() => {
    document.title = view.table === '' ? t.tables : `${view.table} · ${t.tables}`
    if (view.table !== '') addRecent(view.table)
  }, [view.table])

  return (
    <div className={`app ${isListOpen ? 'list-open' : ''} ${isListHidden ? 'list-hidden' : ''}`}>
      <button
        type="button"
        className="skip-link"
        inert={isListOpen}
        onClick={() => document.querySelector<HTMLElement>('[role=grid]')?.focus()}
      >
        {t.skipToRows}
      </button>
      <Sidebar
        tables={tables.data}
        // Without a chosen table, the page itself has the error or the form to sign in.
        error={view.table === '' || isSignInNeeded(tables.error) ? null : tables.error}
        chosen={view.table}
        isSignedIn={isSignedIn}
        isOpen={isListOpen}
        onOpen={setListOpen}
        onHide={hideList}
        onHelp={() => {
          setDialog('help')
        }}
      />
      {/* The open list of tables covers this part. */}
      <main inert={isListOpen}>
        <Content
          error={tables.error}
          hasTables={tables.data !== undefined}
          isEmpty={tables.data?.length === 0}
          page={
            view.table === '' ? null : (
              <SampleProvider key={view.table} view={view}>
                <TablePage view={view} onDownload={download.start} />
              </SampleProvider>
            )
          }
        />
        <DownloadBar download={download} />
      </main>
      <Notice />
      {dialog === 'palette' && <Palette view={view} tables={tables.data} onClose={closeDialog} />}
      {dialog === 'help' && <Help onClose={closeDialog} />}
    </div>
  )
}

interface ContentProps {
  readonly error: Error | null
  readonly hasTables: boolean
  readonly isEmpty: boolean
  readonly page: ReactNode
}

function Content({ error, hasTables, isEmpty, page }: ContentProps): ReactNode {
  if (isSignInNeeded(error)) return <SignIn error={error} />
  if (error && !hasTables && !page) return <Failure error={error} table="" />
  if (isEmpty) {
    return <p className="message">{t.noTables}</p>
  }
  return page
}

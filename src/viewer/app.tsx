/** The page: the list of tables, and the selected table. */
import { useEffect, useState, type ReactNode } from 'react'
import { signIn, useCredentials } from './api/credentials'
import { refetchAll, isSignInNeeded, useTables } from './api/queries'
import { DownloadBar } from './export/download-bar'
import { useDownload } from './export/use-download'
import { Failure } from './messages/failure'
import { SignIn } from './sign-in/sign-in'
import { TablePage } from './table-page'
import { TableList } from './tables/table-list'
import { ThemeSwitch } from './toolbar/theme-switch'
import { go, useView } from './view/use-view'
import { viewOfTable } from './view/view'

export function App(): ReactNode {
  const view = useView()
  const tables = useTables()
  const isSignedIn = Object.keys(useCredentials()).length > 0 && !isSignInNeeded(tables.error)
  const download = useDownload()
  const [isListOpen, setListOpen] = useState(false)
  const first = tables.data?.[0]
  useEffect(() => {
    if (view.table === '' && first !== undefined) go(viewOfTable(first), true)
  }, [view.table, first])
  useEffect(() => {
    document.title = view.table === '' ? 'Tables' : `${view.table} · Tables`
  }, [view.table])

  return (
    <div className={`app ${isListOpen ? 'list-open' : ''}`}>
      <header className="side">
        <div className="brand">
          <button
            type="button"
            className="quiet menu-button"
            aria-label="Tables"
            aria-expanded={isListOpen}
            onClick={() => {
              setListOpen(!isListOpen)
            }}
          >
            <span aria-hidden="true">☰</span>
          </button>
          <h1>Tables</h1>
          <button
            type="button"
            className="quiet"
            aria-label="Load again"
            title="Load again"
            onClick={refetchAll}
          >
            <span aria-hidden="true">↻</span>
          </button>
          <ThemeSwitch />
          {isSignedIn && (
            <button
              type="button"
              className="quiet"
              onClick={() => {
                signIn({})
              }}
            >
              Sign out
            </button>
          )}
        </div>
        {tables.data && (
          <TableList
            tables={tables.data}
            chosen={view.table}
            onChoose={() => {
              setListOpen(false)
            }}
          />
        )}
      </header>
      <main>
        <Content
          error={tables.error}
          hasTables={tables.data !== undefined}
          isEmpty={tables.data?.length === 0}
          page={
            view.table === '' ? null : (
              <TablePage
                key={view.table}
                view={view}
                onDownload={() => {
                  download.start(view)
                }}
              />
            )
          }
        />
        <DownloadBar download={download} />
      </main>
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
  if (error && !hasTables) return <Failure error={error} table="" />
  if (isEmpty) {
    return <p className="message">There are no readable tables.</p>
  }
  return page
}

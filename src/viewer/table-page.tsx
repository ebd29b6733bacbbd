/** One table: its head, its loading state or error, and its rows. */
import type { ReactNode } from 'react'
import { isSignInNeeded } from './api/sign-in-needed'
import { useRows } from './api/rows'
import { useShownMetadata } from './api/shown-metadata'
import type { StartDownload } from './export/use-download'
import { usePageKeys } from './foot/use-page-keys'
import { Chips } from './head/chips'
import { TableHead } from './head/table-head'
import { Failure } from './messages/failure'
import { Loading } from './messages/loading'
import { Skeleton } from './messages/skeleton'
import { Stopped } from './messages/stopped'
import { SignIn } from './sign-in/sign-in'
import { TableRows } from './table-rows'
import { useKnownNames } from './view/use-known-names'
import type { View } from './view/view'

interface TablePageProps {
  readonly view: View
  readonly onDownload: StartDownload
}

export function TablePage({ view, onDownload }: TablePageProps): ReactNode {
  const { table } = view
  const rows = useRows(view)
  const { result } = rows
  useKnownNames(view)
  const { columns, error: metadataError } = useShownMetadata(view, rows)
  usePageKeys(view.page, result?.pagination.totalPages ?? 1)

  const error = rows.error ?? metadataError
  if (isSignInNeeded(error)) return <SignIn error={error} />
  const isStopped = !rows.isFetching && !rows.error && !rows.isCurrent
  const isOverEarlierRows = !rows.isCurrent && result !== undefined && result.data.length > 0
  return (
    <div className="table-page">
      <TableHead
        view={view}
        columns={columns}
        result={result}
        isCurrent={rows.isCurrent}
        readAt={rows.readAt}
        onDownload={onDownload}
      />
      <Chips view={view} columns={columns} />
      <Loading isOn={rows.isFetching} />
      {isStopped && (
        <Stopped
          isLine={result !== undefined}
          isOverEarlierRows={isOverEarlierRows}
          onLoad={rows.load}
        />
      )}
      {error && (
        <Failure
          error={error}
          table={table}
          isLine={result !== undefined}
          isOverEarlierRows={isOverEarlierRows}
        />
      )}
      {!result && !error && !isStopped && <Skeleton />}
      {result && (
        <TableRows
          view={view}
          metadata={columns}
          result={result}
          isBusy={rows.isFetching}
          isStale={!rows.isCurrent}
          readAt={rows.readAt}
        />
      )}
    </div>
  )
}

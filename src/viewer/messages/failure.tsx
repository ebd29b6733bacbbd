/** An error message with possible actions. */
import { Fragment, type ReactNode } from 'react'
import { InvalidQueryError, NetworkError, TableNotFoundError, TableQueryError } from '../../client'
import { refetchAll } from '../api/query-client'
import { useOccurrence } from '../frame/occurrence'
import { t } from '../texts/texts'
import { go } from '../view/use-view'
import { Name } from '../values/name'
import { viewOfTable, viewText } from '../view/view'
import { messageOf } from './error-message'

/** Links to other tables. */
const MAX_LINKS = 10

interface FailureProps {
  readonly error: Error
  readonly table: string
  /** Whether it is one line above rows. */
  readonly isLine?: boolean
  /** Whether these rows belong to an earlier view. */
  readonly isOverEarlierRows?: boolean
  /** Whether it is in the sidebar, in place of the tables. */
  readonly isAside?: boolean
}

export function Failure(props: FailureProps): ReactNode {
  const { error, table, isLine = false, isOverEarlierRows = false, isAside = false } = props
  const key = useOccurrence(error)
  const requestId = error instanceof TableQueryError ? error.requestId : undefined
  return (
    <div className={isLine ? 'bar failure' : 'message'} role={isAside ? 'status' : 'alert'}>
      <h2 key={key}>{titleOf(error)}</h2>
      {!(error instanceof NetworkError) && <p dir="auto">{messageOf(error)}</p>}
      {isOverEarlierRows && <p>{t.earlierRows}</p>}
      <div className="buttons">
        {error instanceof InvalidQueryError ? (
          <button
            type="button"
            onClick={() => {
              go(viewOfTable(table))
            }}
          >
            {t.resetView}
          </button>
        ) : (
          <button type="button" onClick={refetchAll}>
            {t.tryAgain}
          </button>
        )}
      </div>
      {error instanceof TableNotFoundError && error.availableTables.length > 0 && (
        <p>
          {t.availableTables}{' '}
          {error.availableTables.slice(0, MAX_LINKS).map((name, index) => (
            <Fragment key={name}>
              {index > 0 && ', '}
              <a href={viewText(viewOfTable(name))}>
                <Name name={name} />
              </a>
            </Fragment>
          ))}
        </p>
      )}
      {requestId !== undefined && <p className="hint">{t.request(requestId)}</p>}
    </div>
  )
}

function titleOf(error: Error): string {
  if (!(error instanceof TableQueryError)) return t.errors.other
  switch (error.code) {
    case 'INVALID_QUERY':
      return t.errors.query
    case 'AUTHENTICATION_FAILED':
      return t.errors.permission
    case 'TABLE_NOT_FOUND':
      return t.errors.table
    case 'NETWORK_ERROR':
      return navigator.onLine ? t.notReachable : t.offline
    case 'RATE_LIMIT_EXCEEDED':
      return t.errors.rate
    case 'DATABASE_ERROR':
      return t.errors.database
    default:
      return t.errors.server
  }
}

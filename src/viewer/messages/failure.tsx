/** What went wrong, and what can be done about it. */
import type { ReactNode } from 'react'
import { InvalidQueryError, TableNotFoundError, TableQueryError } from '../../client'
import { askAgain, messageOf } from '../api/queries'
import { go } from '../view/use-view'
import { viewOfTable, viewText } from '../view/view'

export interface FailureProps {
  readonly error: Error
  readonly table: string
}

export function Failure({ error, table }: FailureProps): ReactNode {
  const requestId = error instanceof TableQueryError ? error.requestId : undefined
  return (
    <div className="message" role="alert">
      <h2>{titleOf(error)}</h2>
      <p>{messageOf(error)}</p>
      <div className="buttons">
        {error instanceof InvalidQueryError ? (
          <button
            type="button"
            onClick={() => {
              go(viewOfTable(table))
            }}
          >
            Show the table as it is
          </button>
        ) : (
          <button type="button" onClick={askAgain}>
            Try again
          </button>
        )}
      </div>
      {error instanceof TableNotFoundError && error.availableTables.length > 0 && (
        <p>
          There are:{' '}
          {error.availableTables.slice(0, 10).map((name) => (
            <a key={name} href={viewText(viewOfTable(name))}>
              {name}
            </a>
          ))}
        </p>
      )}
      {requestId !== undefined && <p className="hint">Request {requestId}</p>}
    </div>
  )
}

function titleOf(error: Error): string {
  if (!(error instanceof TableQueryError)) return 'Error'
  switch (error.code) {
    case 'INVALID_QUERY':
      return 'This cannot be asked'
    case 'TABLE_NOT_FOUND':
      return 'There is no such table'
    case 'NETWORK_ERROR':
      return 'The server cannot be reached'
    case 'RATE_LIMIT_EXCEEDED':
      return 'Too many requests'
    case 'DATABASE_ERROR':
      return 'The database could not answer'
    default:
      return 'The server could not answer'
  }
}

/** Replaces the page after an error while rendering. */
import { Component, type ReactNode } from 'react'
import { t } from '../texts/texts'

interface State {
  readonly error?: Error
}

/** A class, because React has no hook that catches errors. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = {}

  static getDerivedStateFromError(error: Error): State {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (!error) return this.props.children
    return (
      <main className="message" role="alert">
        <h2>{t.pageFailed}</h2>
        <p>{error.message}</p>
        <button
          type="button"
          onClick={() => {
            location.reload()
          }}
        >
          {t.loadPageAgain}
        </button>
      </main>
    )
  }
}

import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/query-client'
import { App } from './app'
import { ErrorBoundary } from './frame/error-boundary'
import { language } from './texts/locale'
import './styles/tokens.css'
import './styles/base.css'
import './styles/controls.css'
import './styles/floating.css'
import './styles/table-list.css'
import './styles/frame.css'
import './styles/search.css'
import './styles/chips.css'
import './styles/head.css'
import './styles/grid.css'
import './styles/grid-header.css'
import './styles/grid-cell.css'
import './styles/follow.css'
import './styles/values.css'
import './styles/panel.css'
import './styles/foot.css'
import './styles/messages.css'
import './styles/palette.css'
import './styles/forced-colors.css'
import './styles/print.css'

document.documentElement.lang = language

const root = document.getElementById('viewer')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary>
        <QueryClientProvider client={queryClient}>
          <App />
        </QueryClientProvider>
      </ErrorBoundary>
    </StrictMode>,
  )
}

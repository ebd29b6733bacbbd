import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/queries'
import { App } from './app'
import { ErrorBoundary } from './frame/error-boundary'
import './styles/theme.css'
import './styles/layout.css'
import './styles/controls.css'
import './styles/grid.css'

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

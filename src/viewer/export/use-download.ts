/** Downloads all rows of a view as one file, and reports the progress. */
import { useRef, useState } from 'react'
import { client } from '../api/client'
import { messageOf } from '../api/queries'
import type { View } from '../view/view'
import { csvHeader, csvRows } from './csv'

export type DownloadState =
  | { readonly is: 'idle' }
  | { readonly is: 'running'; readonly rows: number; readonly total: number }
  | { readonly is: 'failed'; readonly message: string }
  | { readonly is: 'done'; readonly rows: number }

export interface Download {
  readonly state: DownloadState
  readonly start: (view: View) => void
  /** Cancels the download, or closes its final message. */
  readonly end: () => void
}

export function useDownload(): Download {
  const [state, setState] = useState<DownloadState>({ is: 'idle' })
  const controller = useRef<AbortController>(undefined)
  return {
    state,
    start: (view) => {
      controller.current?.abort()
      const { signal } = (controller.current = new AbortController())
      const report = (next: DownloadState): void => {
        if (!signal.aborted) setState(next)
      }
      download(view, signal, report).catch((error: unknown) => {
        report({ is: 'failed', message: messageOf(error instanceof Error ? error : new Error()) })
      })
    },
    end: () => {
      controller.current?.abort()
      setState({ is: 'idle' })
    },
  }
}

async function download(
  { table, filter, filterColumns, sort, columns }: View,
  signal: AbortSignal,
  report: (state: DownloadState) => void,
): Promise<void> {
  // A blob for each page, because browsers can store blobs on disk.
  const parts: Blob[] = []
  let rows = 0
  report({ is: 'running', rows, total: 0 })
  for await (const page of client.pages(
    { table, filter, filterColumns, sort, columns },
    { signal },
  )) {
    if (parts.length === 0) parts.push(new Blob([csvHeader(page.columns)]))
    parts.push(new Blob([csvRows(page.data, page.columns)]))
    rows += page.data.length
    report({ is: 'running', rows, total: page.pagination.total })
  }
  save(new Blob(parts, { type: 'text/csv;charset=utf-8' }), `${table}.csv`)
  report({ is: 'done', rows })
}

function save(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // By then the browser has opened the URL.
  setTimeout(() => {
    URL.revokeObjectURL(link.href)
  }, 60_000)
}

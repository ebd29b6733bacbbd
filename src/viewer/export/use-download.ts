/** Downloads all rows of a view as one file, and reports the progress. */
import { useEffect, useRef, useState } from 'react'
import type { TableQuery } from '../../client'
import { useCredentials } from '../api/credentials'
import { rowPages } from '../api/row-pages'
import { notify } from '../frame/notice'
import { messageOf } from '../messages/error-message'
import { t } from '../texts/texts'
import { columnsToWrite } from '../view/column-choice'
import { allowedLimit } from '../view/use-view'
import type { View } from '../view/view'
import { fileFormat, type FileChoices } from './file-formats'
import { openSink, type FileSink } from './file-sink'

/** Number of rows of a request. */
const PAGE_ROWS = 512

/**
 * @param query the request of the view
 * @param total rows of the view, as far as known
 */
export type StartDownload = (
  view: View,
  query: TableQuery,
  choices: FileChoices,
  total: number,
) => void

interface Progress {
  readonly is: 'running'
  readonly rows: number
  readonly total: number
  readonly rowsPerSecond: number
  /** Seconds for which the server asks to wait. */
  readonly wait?: number
}

type DownloadState =
  | { readonly is: 'idle' }
  | Progress
  | { readonly is: 'failed'; readonly message: string }

export interface Download {
  readonly state: DownloadState
  readonly start: StartDownload
  /** Cancels the download, or closes its final message. */
  readonly end: () => void
}

export function useDownload(): Download {
  const [state, setState] = useState<DownloadState>({ is: 'idle' })
  const controller = useRef<AbortController>(undefined)
  const run = async (
    ...[view, query, choices, total]: Parameters<StartDownload>
  ): Promise<void> => {
    const { extension, type } = fileFormat(choices)
    const sink = await openSink(`${view.table}.${extension}`, type, total)
    // If the user cancels the dialog, an earlier download continues.
    if (!sink) return
    controller.current?.abort()
    const { signal } = (controller.current = new AbortController())
    const report = (next: DownloadState): void => {
      if (!signal.aborted) setState(next)
    }
    try {
      const rows = await download({ view, query, choices, sink, signal, report })
      report({ is: 'idle' })
      notify(t.rowsDownloaded(rows))
    } catch (error) {
      // Aborting a failed stream rejects.
      await sink.abort().catch(() => {})
      report({ is: 'failed', message: messageOf(error) })
    }
  }
  const end = (): void => {
    controller.current?.abort()
    setState({ is: 'idle' })
  }
  const credentials = useCredentials()
  // A change of credentials cancels the download, so that a file has the rows of one user.
  useEffect(() => end, [credentials])
  return {
    state,
    start: (...args) => {
      void run(...args)
    },
    end,
  }
}

interface DownloadOptions {
  readonly view: View
  readonly query: TableQuery
  readonly choices: FileChoices
  readonly sink: FileSink
  readonly signal: AbortSignal
  readonly report: (state: DownloadState) => void
}

/** @returns the number of rows */
async function download(options: DownloadOptions): Promise<number> {
  const { view, query, choices, sink, signal, report } = options
  const format = fileFormat(choices)
  const began = performance.now()
  let rows = 0
  let isFirst = true
  let progress: Progress = { is: 'running', rows, total: 0, rowsPerSecond: 0 }
  report(progress)
  const onWait = (wait: number): void => {
    report({ ...progress, wait })
  }
  const limit = allowedLimit(PAGE_ROWS)
  for await (const page of rowPages(query, { limit, signal, onWait })) {
    const columns = columnsToWrite(view, page.columns)
    const start = isFirst ? format.start(columns) : ''
    await sink.write(start + format.rows(page.rows, columns, rows === 0))
    isFirst = false
    rows += page.rows.length
    const rowsPerSecond = Math.round((rows / (performance.now() - began)) * 1000)
    progress = { is: 'running', rows, total: page.total, rowsPerSecond }
    report(progress)
  }
  await sink.write(format.end)
  // The user may have cancelled while the last rows were written.
  signal.throwIfAborted()
  await sink.close()
  return rows
}

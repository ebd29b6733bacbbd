/** Up to 10,000 rows of the current query, loaded on request, for statistics and charts of one table. */
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'
import type { ColumnMetadata } from '../../client'
import { useCredentials } from '../api/credentials'
import { useColumns } from '../api/queries'
import { withShortAddress } from '../api/view-query'
import { messageOf } from '../messages/error-message'
import { kindOf } from '../values/column-kind'
import { shownColumns } from '../view/column-choice'
import type { View } from '../view/view'
import { loadSample, type SampleRows } from './load-sample'

interface Sample extends SampleRows {
  /** Columns of the rows. */
  readonly columns: readonly string[]
  /** When the last rows arrived, in milliseconds. */
  readonly readAt: number
  readonly state:
    | { readonly is: 'loading' | 'complete' | 'stopped' }
    | { readonly is: 'waiting'; readonly seconds: number }
    | { readonly is: 'failed'; readonly message: string }
}

interface SampleControl {
  /** Undefined until the user loads rows, and after a change of the query. */
  readonly sample: Sample | undefined
  /** @param needed columns that the rows must have; the other visible columns are loaded too */
  readonly load: (needed: readonly string[]) => void
  /** Keeps the rows that have arrived. */
  readonly stop: () => void
}

/** Maximum columns of the loaded rows, to limit memory. */
const MAX_COLUMNS = 100

const Context = createContext<SampleControl>({
  sample: undefined,
  load: () => undefined,
  stop: () => undefined,
})

export function useSample(): SampleControl {
  return useContext(Context)
}

/**
 * The sample, if it has the needed columns and at least as many rows as the page.
 * @param columns names of the needed columns
 * @param rows number of rows of the page
 */
export function useSampleWith(columns: readonly string[], rows: number): Sample | undefined {
  const { sample } = useSample()
  const isUseful =
    sample !== undefined &&
    sample.rows.length >= Math.max(1, rows) &&
    columns.every((name) => sample.columns.includes(name))
  return isUseful ? sample : undefined
}

interface SampleProviderProps {
  readonly view: View
  readonly children: ReactNode
}

export function SampleProvider({ view, children }: SampleProviderProps): ReactNode {
  const { table, filter, filterColumns, sort, columns, hidden } = view
  const credentials = useCredentials()
  const { data: all } = useColumns(table)
  const key = JSON.stringify([table, filter, filterColumns, sort, credentials])
  const [loaded, setLoaded] = useState<{ key: string; sample: Sample }>()
  const [running, setRunning] = useState<AbortController>()
  // A change of the query discards the rows and aborts the request.
  useEffect(
    () => () => {
      setLoaded(undefined)
      setRunning(undefined)
    },
    [key],
  )
  useEffect(() => () => running?.abort(), [running])

  const sample = loaded?.key === key ? loaded.sample : undefined
  const control = useMemo<SampleControl>(() => {
    const load = (needed: readonly string[]): void => {
      const controller = new AbortController()
      setRunning(controller)
      const names = (all ?? []).map(({ name }) => name)
      const shown = shownColumns({ columns, hidden }, names)
      const wanted = columnsToLoad(needed, shown, all ?? [])
      const isAll = wanted.length === names.length
      const part = { table, filter, filterColumns, sort, columns: isAll ? [] : wanted }
      const query = withShortAddress(part)
      const report = (next: Sample): void => {
        if (!controller.signal.aborted) setLoaded({ key, sample: next })
      }
      void run(query, wanted, controller.signal, report)
    }
    const stop = (): void => {
      running?.abort()
      setLoaded((now) => now && { ...now, sample: { ...now.sample, state: { is: 'stopped' } } })
    }
    return { sample, load, stop }
    // `key` contains the parts of the query.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [sample, key, columns, hidden, all, running])
  return <Context value={control}>{children}</Context>
}

async function run(
  query: Parameters<typeof loadSample>[0],
  columns: readonly string[],
  signal: AbortSignal,
  report: (sample: Sample) => void,
): Promise<void> {
  let sample: Sample = { rows: [], total: 0, columns, readAt: Date.now(), state: { is: 'loading' } }
  const change = (part: Partial<Sample>): void => {
    sample = { ...sample, ...part }
    report(sample)
  }
  change({})
  const onWait = (seconds: number): void => {
    change({ state: { is: 'waiting', seconds } })
  }
  try {
    for await (const { rows, total } of loadSample(query, { signal, onWait })) {
      change({ rows, total, readAt: Date.now(), state: { is: 'loading' } })
    }
    change({ state: { is: 'complete' } })
  } catch (error) {
    change({ state: { is: 'failed', message: messageOf(error) } })
  }
}

/** The needed columns, and the other visible ones whose values are not large. */
function columnsToLoad(
  needed: readonly string[],
  shown: readonly string[],
  all: readonly ColumnMetadata[],
): readonly string[] {
  const large = new Set(
    all.flatMap(({ name, type }) => (['binary', 'json'].includes(kindOf(type)) ? [name] : [])),
  )
  const others = shown.filter((name) => !large.has(name))
  return [...new Set([...needed, ...others])].slice(0, MAX_COLUMNS)
}

/** Follows the changes of a view while the tab is visible. */
import { useEffect, useState } from 'react'
import { InvalidQueryError } from '../../client'
import { useCredentials } from '../api/credentials'
import { queryClient, readTablesAfter, refetchAll } from '../api/query-client'
import { isSignInNeeded } from '../api/sign-in-needed'
import { loadedRows } from '../api/rows'
import { useViewQuery } from '../api/view-query'
import { messageOf } from '../messages/error-message'
import type { View } from '../view/view'
import { createRevalidation } from './revalidation'
import { setFollowing, useFollowing } from './following'
import { marksAfter, NO_MARKS, type Marks } from './marks'
import { createNews, type News } from './news'
import { askedPause, pauseAfter, USUAL_PAUSE } from './pause'
import { rowChanges } from './row-changes'

interface FollowProblem {
  readonly view: View
  readonly message: string
  /** Seconds until the next request; undefined if there is none. */
  readonly nextIn: number | undefined
}

export interface Follow {
  readonly marks: Marks
  /** The message for screen readers. */
  readonly news: News | undefined
  /** The failure of the last request. */
  readonly problem: FollowProblem | undefined
}

export function useFollow(view: View): Follow {
  const isOn = useFollowing()
  const credentials = useCredentials()
  const query = useViewQuery(view)
  const [marks, setMarks] = useState(NO_MARKS)
  const [news, setNews] = useState<News>()
  const [problem, setProblem] = useState<FollowProblem>()
  useEffect(() => {
    if (!isOn || !query) return undefined
    const rows = loadedRows(query, credentials)
    const revalidate = createRevalidation(query)
    const collectNews = createNews()
    const controller = new AbortController()
    const { signal } = controller
    let timer: ReturnType<typeof setTimeout> | undefined
    let isRunning = false
    let failures = 0
    let hasAskedForColumns = false
    /** The server asks for no request before this time, in milliseconds. */
    let notBefore = 0

    const update = async (): Promise<void> => {
      const before = rows.read()
      // Another request for the same rows is running or has failed.
      if (!before) return
      const now = rows.replace(before, await revalidate(signal))
      if (!now) return
      const changes = rowChanges(before.data, now.data)
      setMarks((earlier) => marksAfter(earlier, changes.marks))
      const update = { before: before.data, after: now.data, changes }
      const said = collectNews(update, now.pagination.total)
      if (said) setNews(said)
    }
    const poll = async (): Promise<void> => {
      isRunning = true
      try {
        await update()
        failures = 0
        notBefore = 0
        setProblem(undefined)
        wait(USUAL_PAUSE)
      } catch (error) {
        if (signal.aborted) return
        if (error instanceof InvalidQueryError && view.hidden.length > 0 && !hasAskedForColumns) {
          // The names in the request are those of the last metadata; a column may have been renamed or dropped.
          hasAskedForColumns = true
          await queryClient.invalidateQueries({ queryKey: ['columns', view.table, credentials] })
          wait(USUAL_PAUSE)
          return
        }
        if (error instanceof Error && isSignInNeeded(error)) {
          // The rows are then refused as well, and the page asks for a sign-in; after that, following goes on.
          refetchAll()
          wait(USUAL_PAUSE)
          return
        }
        readTablesAfter(error)
        const pause = pauseAfter(error, ++failures)
        notBefore = performance.now() + askedPause(error)
        const nextIn = pause === undefined ? undefined : Math.ceil(pause / 1000)
        setProblem({ view, message: messageOf(error), nextIn })
        if (pause === undefined) setFollowing(false)
        else wait(pause)
      } finally {
        isRunning = false
      }
    }
    const wait = (pause: number): void => {
      clearTimeout(timer)
      if (!document.hidden && !signal.aborted) timer = setTimeout(() => void poll(), pause)
    }
    const onVisibilityChange = (): void => {
      if (document.hidden) clearTimeout(timer)
      else if (!isRunning) wait(Math.max(0, notBefore - performance.now()))
    }
    wait(USUAL_PAUSE)
    document.addEventListener('visibilitychange', onVisibilityChange)
    return () => {
      clearTimeout(timer)
      controller.abort()
      document.removeEventListener('visibilitychange', onVisibilityChange)
    }
  }, [isOn, view, query, credentials])
  const isOver = problem?.view !== view || (!isOn && problem.nextIn !== undefined)
  return {
    marks: isOn ? marks : NO_MARKS,
    news: isOn ? news : undefined,
    problem: isOver ? undefined : problem,
  }
}

/** Messages of following: changes for screen readers only, problems for everyone. */
import type { ReactNode } from 'react'
import { useOccurrence } from '../frame/occurrence'
import { t } from '../texts/texts'
import { count } from '../texts/locale'
import type { Follow } from './use-follow'

type FollowMessagesProps = Pick<Follow, 'news' | 'problem'>

export function FollowMessages({ news, problem }: FollowMessagesProps): ReactNode {
  const key = useOccurrence(news)
  return (
    <>
      <p role="status" className="visually-hidden">
        {news && <span key={key}>{t.followNews(news.added, news.changed, news.total)}</span>}
      </p>
      {problem && (
        <p role="status" className="bar failure">
          {problem.nextIn === undefined
            ? t.followStopped(problem.message)
            : t.followInterrupted(problem.message, count(problem.nextIn))}
        </p>
      )}
    </>
  )
}

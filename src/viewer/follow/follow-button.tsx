import { useMemo, type ReactNode } from 'react'
import { IconButton } from '../frame/icon-button'
import { useShortcuts } from '../frame/shortcuts'
import { singleKeys } from '../frame/single-keys'
import { t } from '../texts/texts'
import { toggleFollowing, useFollowing } from './following'

export function FollowButton(): ReactNode {
  const isOn = useFollowing()
  useShortcuts(useMemo(() => ({ f: toggleFollowing }), []))
  return (
    <IconButton
      icon="follow"
      label={t.followChanges}
      className="follow-button"
      aria-pressed={isOn}
      aria-keyshortcuts={singleKeys.use() ? 'f' : undefined}
      onClick={toggleFollowing}
    />
  )
}

import { useEffect, useState, type ReactNode } from 'react'
import { t } from '../texts/texts'
import { bytesOf } from './images'

interface ImageProps {
  readonly base64: string
  readonly type: string
  readonly className: string
}

/** An image from a binary column, as a `blob:` URL, because the Content-Security-Policy allows no `data:` URLs. */
export function Image({ base64, type, className }: ImageProps): ReactNode {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const bytes = bytesOf(base64)
    if (!bytes) return undefined
    const created = URL.createObjectURL(new Blob([bytes], { type }))
    // The URL belongs to this effect, which revokes it.
    // oxlint-disable-next-line react/set-state-in-effect
    setUrl(created)
    return () => {
      URL.revokeObjectURL(created)
    }
  }, [base64, type])
  return url === undefined ? null : <img className={className} src={url} alt={t.image(type)} />
}

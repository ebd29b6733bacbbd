/** A binary value: an image as a picture or as hexadecimal digits, other bytes as hexadecimal digits. */
import { useState, type ReactNode } from 'react'
import { t } from '../texts/texts'
import { Image } from '../values/image'
import { imageType } from '../values/images'
import { bytesIn } from '../values/value-text'
import { hexDump } from './hex-dump'

export function BinaryValue({ base64 }: { readonly base64: string }): ReactNode {
  const type = imageType(base64)
  const [isDump, setDump] = useState(false)
  const note = t.size(bytesIn(base64))
  if (type === undefined || isDump) {
    return (
      <>
        <p className="hint">
          {note}
          {type !== undefined && (
            <Switch
              label={t.asImage}
              onPress={() => {
                setDump(false)
              }}
            />
          )}
        </p>
        {base64 !== '' && (
          <pre tabIndex={0} aria-label={t.bytes}>
            {hexDump(base64)}
          </pre>
        )}
      </>
    )
  }
  return (
    <>
      <p className="hint">
        {type} · {note}
        <Switch
          label={t.asBytes}
          onPress={() => {
            setDump(true)
          }}
        />
      </p>
      <Image base64={base64} type={type} className="picture" />
    </>
  )
}

function Switch(props: { readonly label: string; readonly onPress: () => void }): ReactNode {
  return (
    <button type="button" className="quiet" onClick={props.onPress}>
      {props.label}
    </button>
  )
}

/** Copies and downloads rows, and copies the view as texts for other programs. */
import type { ReactNode } from 'react'
import type { QueryResult } from '../../client'
import { useViewQuery } from '../api/view-query'
import { Popover } from '../menu/popover'
import { t } from '../texts/texts'
import type { View } from '../view/view'
import { copy } from './clipboard'
import { FileEntries } from './file-entries'
import { MenuEntries } from './menu-entries'
import { curlCommand, fetchCode, requestAddress } from './request-texts'
import type { StartDownload } from './use-download'

interface ExportMenuProps {
  readonly view: View
  readonly result: QueryResult | undefined
  /** Whether `result` belongs to the view. */
  readonly isCurrent: boolean
  readonly onDownload: StartDownload
}

export function ExportMenu(props: ExportMenuProps): ReactNode {
  const { view, result, isCurrent, onDownload } = props
  // While the names of the columns load, the view itself asks for all of them.
  const query = useViewQuery(view) ?? view
  const texts: readonly (readonly [label: string, what: string, text: () => string])[] = [
    [t.copyLink, t.link, () => location.href],
    [t.copyAddress, t.address, () => requestAddress(query)],
    [t.copyCurl, 'curl', () => curlCommand(query)],
    [t.copyFetch, 'fetch', () => fetchCode(query)],
  ]
  return (
    <Popover label={t.export} title={t.export} icon="export" isMenu className="primary">
      <div className="export-menu">
        {result && <FileEntries {...{ view, query, result, isCurrent, onDownload }} />}
        <MenuEntries
          entries={texts.map(([label, what, text]) => [
            label,
            () => {
              copy(what, text())
            },
          ])}
        />
      </div>
    </Popover>
  )
}

/** Copies the view or the page, and downloads all rows. */
import { useId, type ReactNode } from 'react'
import type { QueryResult } from '../../client'
import { Popover } from '../menu/popover'
import { t } from '../texts/texts'
import type { View } from '../view/view'
import { copy } from './clipboard'
import { chooseFile, useFileChoices } from './file-choices'
import { fileFormat, fileText, FORMAT_NAMES, type FileChoices } from './file-formats'
import { curlCommand, fetchCode, requestAddress } from './request-texts'

export type StartDownload = (choices: FileChoices, total: number) => void

export interface ExportMenuProps {
  readonly view: View
  /** The current page. */
  readonly result: QueryResult | undefined
  readonly onDownload: StartDownload
}

export function ExportMenu({ view, result, onDownload }: ExportMenuProps): ReactNode {
  return (
    <Popover label={t.export} title={t.export} icon="export" isMenu className="primary">
      <div className="export-menu">
        {result && <FileEntries result={result} onDownload={onDownload} />}
        <Entries
          entries={[
            [t.copyLink, t.link, () => location.href],
            [t.copyAddress, t.address, () => requestAddress(view)],
            [t.copyCurl, 'curl', () => curlCommand(view)],
            [t.copyFetch, 'fetch', () => fetchCode(view)],
          ]}
        />
      </div>
    </Popover>
  )
}

interface FileEntriesProps {
  readonly result: QueryResult
  readonly onDownload: StartDownload
}

function FileEntries({ result, onDownload }: FileEntriesProps): ReactNode {
  const { data, columns, pagination } = result
  const choices = useFileChoices()
  const { format } = choices
  const name = useId()
  return (
    <>
      <fieldset className="choices formats">
        <legend>{t.format}</legend>
        {FORMAT_NAMES.map((one) => (
          <label key={one}>
            <input
              type="radio"
              name={name}
              checked={format === one}
              onChange={() => {
                chooseFile({ format: one })
              }}
            />
            {one}
          </label>
        ))}
      </fieldset>
      <FileOptions choices={choices} />
      <ul className="menu">
        <li>
          <button
            type="button"
            className="quiet"
            onClick={() => {
              // Programs recognize the encoding of the clipboard themselves.
              const copied = fileFormat({ ...choices, hasMark: false })
              copy(t.rowsOf(data.length, format), fileText(copied, data, columns))
            }}
          >
            {t.copyPageAs(format)}
          </button>
        </li>
        <li>
          <button
            type="button"
            className="quiet"
            onClick={() => {
              onDownload(choices, pagination.total)
            }}
          >
            {t.downloadAll(pagination.total, format)}
          </button>
        </li>
      </ul>
    </>
  )
}

function FileOptions({ choices }: { readonly choices: FileChoices }): ReactNode {
  const { format, hasMark, nullText } = choices
  if (format !== 'CSV' && format !== 'TSV') return null
  return (
    <fieldset className="choices">
      <legend className="visually-hidden">{t.fileOptions}</legend>
      {format === 'CSV' && (
        <label>
          <input
            type="checkbox"
            checked={hasMark}
            onChange={({ target }) => {
              chooseFile({ hasMark: target.checked })
            }}
          />
          {t.forExcel}
        </label>
      )}
      <label>
        <input
          type="checkbox"
          checked={nullText === 'NULL'}
          onChange={({ target }) => {
            chooseFile({ nullText: target.checked ? 'NULL' : '' })
          }}
        />
        {t.writeNull}
      </label>
    </fieldset>
  )
}

interface EntriesProps {
  readonly entries: readonly (readonly [label: string, what: string, text: () => string])[]
}

function Entries({ entries }: EntriesProps): ReactNode {
  return (
    <ul className="menu">
      {entries.map(([label, what, text]) => (
        <li key={label}>
          <button
            type="button"
            className="quiet"
            onClick={() => {
              copy(what, text())
            }}
          >
            {label}
          </button>
        </li>
      ))}
    </ul>
  )
}

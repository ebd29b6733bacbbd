/** The format of copies and files, and its options. */
import { useId, type ReactNode } from 'react'
import { t } from '../texts/texts'
import { chooseFile } from './file-choices'
import { FORMAT_NAMES, type FileChoices } from './file-formats'

export function FormatChoice({ choices }: { readonly choices: FileChoices }): ReactNode {
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
              checked={choices.format === one}
              onChange={() => {
                chooseFile({ format: one })
              }}
            />
            {one}
          </label>
        ))}
      </fieldset>
      <FileOptions choices={choices} />
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

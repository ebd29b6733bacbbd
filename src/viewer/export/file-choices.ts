/** The user's choices for files, stored in the browser. */
import { createStoredStore } from '../stored-store'
import { FORMAT_NAMES, type FileChoices } from './file-formats'

const choices = createStoredStore<FileChoices>('files', read)

export const useFileChoices = choices.use

export function chooseFile(part: Partial<FileChoices>): void {
  choices.set({ ...choices.get(), ...part })
}

function read(stored: unknown): FileChoices {
  const { format, hasMark, nullText } = Object(stored) as Record<string, unknown>
  return {
    format: FORMAT_NAMES.find((name) => name === format) ?? 'CSV',
    hasMark: hasMark === true,
    nullText: nullText === 'NULL' ? 'NULL' : '',
  }
}

/** The user's choices for files, stored in the browser. */
import { createStore } from '../store'
import { readStored, writeStored } from '../stored'
import { FORMAT_NAMES, type FileChoices } from './file-formats'

const KEY = 'files'
const choices = createStore(stored())

export const useFileChoices = choices.use

export function chooseFile(part: Partial<FileChoices>): void {
  choices.set({ ...choices.get(), ...part })
  writeStored(KEY, choices.get())
}

function stored(): FileChoices {
  const { format, hasMark, nullText } = Object(readStored(KEY)) as Record<string, unknown>
  return {
    format: FORMAT_NAMES.find((name) => name === format) ?? 'CSV',
    hasMark: hasMark === true,
    nullText: nullText === 'NULL' ? 'NULL' : '',
  }
}

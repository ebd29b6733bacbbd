/** `--header` and `--header-file`: headers of each request. */
import { StartError } from '../start-error'
import { readTextFile } from '../text-file'

export const HEADER_OPTIONS = {
  header: { type: 'string', multiple: true },
  'header-file': { type: 'string' },
} as const

export const HEADER_HELP = `  --header 'NAME: VALUE'  Send this header, for example credentials; can be repeated
  --header-file FILE      Read such headers from a file, one in each line: other users of the
                          machine can read a command line`

/** @throws StartError */
export function headersOf(values: {
  readonly header?: readonly string[]
  readonly 'header-file'?: string
}): Readonly<Record<string, string>> {
  const file = values['header-file']
  const lines = [...(values.header ?? []), ...(file === undefined ? [] : linesOf(file))]
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      const entry = [line.slice(0, colon).trim(), line.slice(colon + 1).trim()] as const
      if (colon > 0 && isValid(...entry)) return entry
      throw new StartError(`--header must be of the form 'NAME: VALUE', e.g. 'X-API-Key: abc'`)
    }),
  )
}

function isValid(name: string, value: string): boolean {
  try {
    new Headers({ [name]: value })
    return true
  } catch {
    return false
  }
}

function linesOf(file: string): readonly string[] {
  const lines = readTextFile(file, '--header-file').split('\n')
  return lines.filter((line) => line.trim() !== '')
}

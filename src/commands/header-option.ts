/** `--header` and `--header-file`: headers of each request. */
import { StartError } from '../start-error'
import { readTextFile } from '../settings/text-file'

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
  const entries = [
    ...(values.header ?? []).map((line) => entryOf(line, '--header')),
    ...(file === undefined ? [] : linesOf(file)).map((line) =>
      entryOf(line, '--header-file: each line'),
    ),
  ]
  // `fetch` joins the values of two spellings of a name, and takes the last one of equal names.
  const names = entries.map(([name]) => name.toLowerCase())
  const repeated = names.find((name, index) => names.indexOf(name) < index)
  if (repeated !== undefined) throw new StartError(`the header ${repeated} is given twice`)
  return Object.fromEntries(entries)
}

/** @param source names the line in the message, which does not contain the line, because it may be a secret */
function entryOf(line: string, source: string): readonly [string, string] {
  const colon = line.indexOf(':')
  const entry = [line.slice(0, colon).trim(), line.slice(colon + 1).trim()] as const
  if (colon > 0 && isValid(...entry)) return entry
  throw new StartError(`${source} must be of the form 'NAME: VALUE', e.g. 'X-API-Key: abc'`)
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
  const headers = lines.filter((line) => line.trim() !== '')
  // The requests would be sent without the credentials.
  if (headers.length === 0) throw new StartError(`--header-file: there is no header in ${file}`)
  return headers
}

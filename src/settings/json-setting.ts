/** Reads settings that are written in JSON. */
import { visit, type JSONPath } from 'jsonc-parser'
import { partName } from './value-error'

/** The value of a JSON text, or its first error. */
type JsonSetting =
  | { readonly value: unknown; readonly flaw?: undefined }
  | { readonly value?: undefined; readonly flaw: string }

/** @param given a JSON text, as in flags and variables, or a value that is parsed already */
export function readJson(given: unknown): JsonSetting {
  if (typeof given !== 'string') return { value: given }
  const flaw = flawOf(given)
  return flaw === undefined ? { value: JSON.parse(given) as unknown } : { flaw }
}

const STRICT = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false }

/**
 * The first error, with its position. `JSON.parse` gives no line for most errors. Of two properties with the same
 * name it keeps only the last, so that the first, such as a rule that denies a table, would have no effect.
 */
function flawOf(text: string): string | undefined {
  const flaws: string[] = []
  const objects: Set<string>[] = []
  const record = (line: number, character: number, error: string): void => {
    flaws.push(`line ${line + 1}, column ${character + 1}: ${error}`)
  }
  visit(
    text,
    {
      onError: (_code, _offset, _length, line, character) => {
        record(line, character, 'invalid JSON')
      },
      onObjectBegin: () => {
        objects.push(new Set())
      },
      onObjectProperty: (name, _offset, _length, line, character, path: () => JSONPath) => {
        const names = objects.at(-1)
        if (names?.has(name) === true)
          record(line, character, `${partName([...path(), name])} occurs twice`)
        names?.add(name)
      },
      onObjectEnd: () => {
        objects.pop()
      },
    },
    STRICT,
  )
  return flaws[0]
}

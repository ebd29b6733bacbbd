/** Reads settings that are written in JSON. */
import { visit, type JSONPath } from 'jsonc-parser'
import { partName } from './value-error'

/** What a text of JSON means, or what is wrong with it. */
type JsonSetting =
  | { readonly value: unknown; readonly flaw?: undefined }
  | { readonly value?: undefined; readonly flaw: string }

/** @param given a text, or the value that a text would have: flags and variables hold text only */
export function readJson(given: unknown): JsonSetting {
  if (typeof given !== 'string') return { value: given }
  const flaw = flawOf(given)
  return flaw === undefined ? { value: JSON.parse(given) as unknown } : { flaw }
}

const STRICT = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false }

/**
 * The first error. `JSON.parse` has no line for most errors, and of two properties with one name it keeps the
 * last: the other one, such as a rule that denies a table, would have no effect.
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
        record(line, character, 'this is not JSON')
      },
      onObjectBegin: () => {
        objects.push(new Set())
      },
      onObjectProperty: (name, _offset, _length, line, character, path: () => JSONPath) => {
        const names = objects.at(-1)
        if (names?.has(name) === true)
          record(line, character, `${partName([...path(), name])} is there twice`)
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

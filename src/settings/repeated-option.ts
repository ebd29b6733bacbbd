import { StartError } from '../start-error'

interface Token {
  readonly kind: string
  readonly name?: string
}

/**
 * Refuses an option that is given twice, because only its last value would count.
 * @param tokens from `parseArgs`
 * @param multiple names of the options that can be repeated
 * @throws StartError that names the first such option
 */
export function refuseRepeatedOption(
  tokens: readonly Token[],
  multiple: readonly string[] = [],
): void {
  const names = tokens.flatMap(({ kind, name }) => (kind === 'option' && name ? [name] : []))
  const single = names.filter((name) => !multiple.includes(name))
  const repeated = single.find((name, index) => single.indexOf(name) !== index)
  if (repeated !== undefined) throw new StartError(`--${repeated} is given more than once`)
}

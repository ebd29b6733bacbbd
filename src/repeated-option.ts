interface Token {
  readonly kind: string
  readonly name?: string
}

/**
 * The first option that is given twice, of which only the last one would count.
 * @param tokens from `parseArgs`
 * @param multiple names of the options that can be repeated
 */
export function repeatedOption(
  tokens: readonly Token[],
  multiple: readonly string[] = [],
): string | undefined {
  const names = tokens.flatMap(({ kind, name }) => (kind === 'option' && name ? [name] : []))
  return names.find((name, index) => names.indexOf(name) !== index && !multiple.includes(name))
}

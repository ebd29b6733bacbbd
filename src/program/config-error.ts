import { nearestNames } from '../dialect/nearest-names'
import { StartError } from '../start-error'

/** A setting is unknown or not valid. */
export class ConfigError extends StartError {}

/**
 * The end of a message about an unknown name: the most similar name, or all names if none is similar.
 * @param prefix the common prefix of all names, which the comparison ignores
 */
export function alternatives(unknown: string, allowed: readonly string[], prefix = ''): string {
  const rest = (name: string): string => name.slice(prefix.length)
  const [nearest] = nearestNames(rest(unknown), allowed.map(rest))
  if (nearest === undefined) return `; allowed are ${allowed.join(', ')}`
  return `: did you mean ${prefix}${nearest}?`
}

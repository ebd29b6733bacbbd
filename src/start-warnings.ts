/** Settings with which the program runs, but perhaps not as its operator intends. */
import type { Settings } from './settings'

/** A sentence for each, for the log and `--check`. */
export function startWarnings({ connection }: Pick<Settings, 'connection'>): readonly string[] {
  return connection === undefined
    ? ['no connection is set: the tables are those of the bundled example']
    : []
}

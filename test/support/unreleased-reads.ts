import type { Reader } from '../../src/core/reader'
import type { SharedSnapshots } from '../../src/core/layers/shared-snapshots'

/** A reader whose reads `release` does not end. */
export function unreleasedReads(shared: SharedSnapshots | undefined): Reader {
  return {
    read: async (request, signal) => {
      const result = await shared?.read(request, signal, false)
      if (!result) throw new Error('no result')
      return result
    },
  }
}

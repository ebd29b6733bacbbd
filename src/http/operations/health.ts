/** Whether this process lives, and whether it can do its work now. */
import type { TableService } from '../../core/table-service'

export type Readiness = 'ready' | 'starting' | 'unavailable' | 'stopping'

export interface Health {
  /** Asks the database, at most about once a second. */
  readiness(): Promise<Readiness>
  /** From now on it takes no more work. */
  stop(): void
}

/** Milliseconds that the database may take to answer. */
const PATIENCE = 2000

export function createHealth({ listTables }: Pick<TableService, 'listTables'>): Health {
  let hasBeenReady = false
  let isStopping = false
  return {
    readiness: async () => {
      if (isStopping) return 'stopping'
      if (await succeedsSoon(listTables)) {
        hasBeenReady = true
        return 'ready'
      }
      return hasBeenReady ? 'unavailable' : 'starting'
    },
    stop: () => {
      isStopping = true
    },
  }
}

async function succeedsSoon(work: () => Promise<unknown>): Promise<boolean> {
  let deadline: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    deadline = setTimeout(() => {
      resolve(false)
    }, PATIENCE)
  })
  const done = work().then(
    () => true,
    () => false,
  )
  return Promise.race([done, late]).finally(() => {
    clearTimeout(deadline)
  })
}

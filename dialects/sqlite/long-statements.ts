/** The statements that are known not to be short, so that SQLite does not explain them again for each result. */
import { LRUCache } from 'lru-cache'
import type { RowsInOrder } from '../../src/dialect/statement'

/** What determines whether a statement is short, besides its text. */
interface Circumstances {
  readonly schemaVersion: string
  /** The opening of the file in which SQLite's plan is read; see `FileConnection`. */
  readonly opening: number
  readonly rowsInOrder: RowsInOrder
}

interface LongStatement extends Circumstances {
  /** The smallest number of rows with which it is not short. */
  readonly minRows: number
}

export class LongStatements {
  private readonly statements: LRUCache<string, LongStatement>

  /** @param max number of statements to remember */
  constructor(max: number) {
    this.statements = new LRUCache({ max })
  }

  /** @param minRows the smallest number of rows with which it is not short */
  add(sql: string, circumstances: Circumstances, minRows: number): void {
    this.statements.set(sql, { ...circumstances, minRows })
  }

  includes(sql: string, { schemaVersion, opening, rowsInOrder }: Circumstances): boolean {
    const known = this.statements.get(sql)
    if (known?.schemaVersion !== schemaVersion || known.opening !== opening) return false
    const { areAfterKey } = known.rowsInOrder
    return areAfterKey === rowsInOrder.areAfterKey && rowsInOrder.count >= known.minRows
  }
}

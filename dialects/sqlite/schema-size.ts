/**
 * Whether the schema is small. Before its first statement, SQLite reads the whole schema of a file: about 4 µs for each
 * entry if there are a few thousand, and 20 µs if there are 30,000. In the main thread, that would block the event loop.
 */
import type { Catalogue } from '../../src/dialect/catalogue'

/** Tables, views, triggers, and indexes, also those that SQLite makes for keys. It reads so many in 8 ms. */
const MAX_ENTRIES = 2000

/** Characters of their definitions, of which tables with many columns have many. */
const MAX_CHARACTERS = 500_000

export class SchemaSize {
  private version: string | undefined
  private isSmallSchema: Promise<boolean> | undefined

  constructor(private readonly catalogue: Catalogue) {}

  /** @param version of the schema; its entries are counted once for each version, by a reader process */
  isSmall(version: string): Promise<boolean> {
    if (this.version !== version || !this.isSmallSchema) {
      this.version = version
      this.isSmallSchema = this.count().catch(() => {
        // The next result counts them again.
        this.isSmallSchema = undefined
        return false
      })
    }
    return this.isSmallSchema
  }

  private async count(): Promise<boolean> {
    const { builder } = this.catalogue
    const [row] = await this.catalogue.readRows<{ entries: number; characters: number | null }>(
      builder
        .from('main.sqlite_schema')
        .count({ entries: '*' })
        .sum({ characters: builder.raw('length(sql)') }),
    )
    return (
      row !== undefined && row.entries <= MAX_ENTRIES && (row.characters ?? 0) <= MAX_CHARACTERS
    )
  }
}

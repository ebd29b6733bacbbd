/**
 * The version of the schema: its number, which every change increments, and a hash of its definitions, because another
 * file that replaces this one can have the same number.
 */
import { hash } from 'node:crypto'
import type Database from 'better-sqlite3'
import { READER_SCHEMA, ReaderError } from './reader-error'

/** https://www.sqlite.org/pragma.html#pragma_schema_version */
export const SCHEMA_NUMBER = 'pragma main.schema_version'

/** A function that the connection defines, because SQLite has none. */
export const HASH = 'tablequery_hash'

/** Indexes without a definition follow from that of their table. */
export const SCHEMA_HASH = `select ${HASH}(cast(group_concat(sql, char(0)) as blob)) as hash from main.sqlite_schema`

export interface SchemaNumber {
  readonly schema_version: number
}

export interface SchemaHash {
  readonly hash: string
}

/** @param definitions `null` if there are none */
export function hashOf(definitions: unknown): string {
  // It only has to differ by chance: nobody gains by a file with the hash of another.
  return Buffer.isBuffer(definitions) ? hash('sha1', definitions, 'base64url').slice(0, 16) : ''
}

export function versionOf(number: SchemaNumber | undefined, hash: SchemaHash | undefined): string {
  return `${number?.schema_version} ${hash?.hash}`
}

/** The version of the schema that one connection reads. */
export class SchemaVersion {
  private last: { readonly number: number; readonly version: string } | undefined
  /** The number when it was first read. */
  private first: number | undefined

  /** @param prepare on the connection, until the file is opened again */
  constructor(private readonly prepare: (sql: string) => Database.Statement) {}

  number(): number {
    const { schema_version: number } = this.prepare(SCHEMA_NUMBER).get() as SchemaNumber
    this.first ??= number
    return number
  }

  /** Whether the number has changed since it was first read. */
  hasChanged(): boolean {
    return this.number() !== this.first
  }

  is(version: string): boolean {
    const number = this.number()
    // A hash takes longer than the number. In the same file, it is the same as long as the number is.
    if (!version.startsWith(`${number} `)) return false
    if (this.last?.number !== number) {
      const hash = this.prepare(SCHEMA_HASH).get() as SchemaHash
      this.last = { number, version: versionOf({ schema_version: number }, hash) }
    }
    return this.last.version === version
  }

  /**
   * Makes the check of one statement. Call it after the statement has begun: the version is then that of
   * the statement's own snapshot.
   */
  check(planned: string | undefined): () => void {
    if (planned === undefined) return () => undefined
    let isChecked = false
    return () => {
      if (isChecked) return
      isChecked = true
      if (!this.is(planned)) throw new ReaderError('the schema has changed', READER_SCHEMA)
    }
  }
}

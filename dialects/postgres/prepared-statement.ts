/** Named prepared statements, which the server parses and plans once for each session. */
import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** Maximum number of prepared statements of a session. */
const MAX_STATEMENTS = 200

/** Maximum number of their characters together: the plan of a statement takes about 60 bytes for each. */
const MAX_CHARACTERS = 1_000_000

interface PreparedStatement {
  readonly name: string
  readonly text: string
}

/** The statements that a session has prepared; the driver never deallocates one. */
export class SessionStatements {
  private readonly names = new Set<string>()
  private characters = 0

  add({ name, text }: PreparedStatement): void {
    if (this.names.has(name)) return
    this.names.add(name)
    this.characters += text.length
  }

  /** Whether the session may prepare more statements; the server keeps their plans in memory. */
  get haveRoom(): boolean {
    return this.names.size < MAX_STATEMENTS && this.characters < MAX_CHARACTERS
  }
}

/** Maximum number of statements of all sessions whose names are cached, and of the characters of both texts together. */
const MAX_NAMED = 2000
const MAX_NAMED_CHARACTERS = 8_000_000

const prepared = new LRUCache<string, PreparedStatement>({
  max: MAX_NAMED,
  maxSize: MAX_NAMED_CHARACTERS,
  sizeCalculation: ({ text }, sql) => text.length + sql.length,
})
let replacements = 0

export function preparedStatement(sql: string): PreparedStatement {
  return prepared.get(sql) ?? prepare(sql, sql)
}

function prepare(sql: string, text: string): PreparedStatement {
  const name = hash('sha256', text).slice(0, 40)
  const statement = { name, text }
  prepared.set(sql, statement)
  return statement
}

/**
 * Gives the statement a new text for all sessions. A new name would not be enough, because poolers identify statements
 * by their text.
 * @param used the statement before, unless that of another session has already been renewed
 */
export function renewStatement(sql: string, used: PreparedStatement): void {
  if (prepared.peek(sql) === used) prepare(sql, `${sql} /* ${++replacements} */`)
}

/**
 * The span of a statement. Its text has placeholders instead of values.
 * https://opentelemetry.io/docs/specs/semconv/database/database-spans/
 */
import type * as OpenTelemetry from '@opentelemetry/api'
import type { Attributes, Context } from '@opentelemetry/api'

/** Where statements run. */
export interface StatementTarget {
  /** The product, by its name in the conventions, e.g. `postgresql`. */
  readonly system: string
  /** The database; absent for a file. */
  readonly namespace?: string | undefined
}

interface DescribedStatement extends StatementTarget {
  /** Empty if the statement is not known. */
  readonly text: string
  readonly host?: string | undefined
  readonly port?: number | undefined
}

const TABLE = Symbol.for('tablequery table')

/** A context for the statements on a table. */
export function withTable({ context }: typeof OpenTelemetry, table: string): Context {
  return context.active().setValue(TABLE, table)
}

export function statementSpan(
  { context }: typeof OpenTelemetry,
  { text, system, namespace, host, port }: DescribedStatement,
): { readonly name: string; readonly attributes: Attributes } {
  const table = context.active().getValue(TABLE)
  const operation = /^\w+/.exec(text)?.[0].toUpperCase()
  const collection = typeof table === 'string' ? table : undefined
  return {
    name: [operation ?? system, ...(collection === undefined ? [] : [collection])].join(' '),
    attributes: {
      'db.system.name': system,
      'db.namespace': namespace,
      'db.operation.name': operation,
      'db.collection.name': collection,
      'db.query.text': text || undefined,
      'server.address': host,
      'server.port': port,
    },
  }
}

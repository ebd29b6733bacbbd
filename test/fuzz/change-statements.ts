/** Applies changes to the tables of a database. */
import type { FixtureWriter } from '../../fixtures/fixture-storage'
import type { FixtureColumn, FixtureValue } from '../../fixtures/fixture-table'
import { columnDefinition, insertRows, loadTable } from '../../fixtures/load-fixture'
import type { DialectForTests } from '../support/dialect-for-tests'
import type { FuzzTable } from './random-table'
import type { TableChange } from './table-change'

/** @param tables the described tables after the change, the changed one first */
export async function applyChange(
  change: TableChange,
  tables: readonly FuzzTable[],
  { storage, retyping }: DialectForTests,
  writer: FixtureWriter,
): Promise<void> {
  const [table, other] = tables
  if (!table) throw new Error('no table to change')
  const quote = (name: string): string => storage.quote(name)
  const name = quote(table.name)
  const alter = (clause: string): Promise<void> => writer.run(`alter table ${name} ${clause}`)
  const reload = async (): Promise<void> => {
    await writer.run('begin')
    await writer.run(`delete from ${name}`)
    await insertRows(table, storage, writer)
    await writer.run('commit')
  }
  const rename = (from: string, to: string): Promise<void> =>
    writer.run(`alter table ${quote(from)} rename to ${quote(to)}`)
  /** Runs a statement: the texts, with a placeholder for a value between each two. */
  const run = (texts: readonly string[], values: readonly ColumnValue[]): Promise<void> => {
    const sql = texts.map((text, index) =>
      index === values.length ? text : text + storage.placeholder(index + 1),
    )
    const stored = values.map(([{ type }, value]) =>
      value === null ? null : storage.toStored(type, value),
    )
    return writer.run(sql.join(''), stored)
  }

  switch (change.kind) {
    case 'add column':
      await alter(`add column ${columnDefinition(change.column, storage)}`)
      return reload()
    case 'drop column':
      return alter(`drop column ${quote(change.name)}`)
    case 'rename column':
      return alter(`rename column ${quote(change.name)} to ${quote(change.to)}`)
    case 'retype column':
      if (!retyping) {
        await writer.run(`drop table ${name}`)
        return loadTable(table, storage, writer)
      }
      await writer.run(`delete from ${name}`)
      await alter(retyping(change.column))
      return reload()
    case 'swap tables': {
      if (!other) throw new Error('no table to swap with')
      const temporary = `${table.name}_c`
      await rename(table.name, temporary)
      await rename(other.name, table.name)
      return rename(temporary, other.name)
    }
    case 'recreate table':
      await writer.run(`drop table ${name}`)
      return loadTable(table, storage, writer)
    case 'insert rows':
      return insertRows({ ...table, rows: () => change.rows }, storage, writer)
    case 'delete rows': {
      const { column, value } = change.where
      const where = `delete from ${name} where ${quote(column.name)}`
      return value === null
        ? run([`${where} is null`], [])
        : run([`${where} = `, ''], [[column, value]])
    }
    case 'update rows': {
      const { column, value } = change.where
      const set = `update ${name} set ${quote(change.column.name)} = `
      const to: ColumnValue = [change.column, change.to]
      return value === null
        ? run([set, ` where ${quote(column.name)} is null`], [to])
        : run([set, ` where ${quote(column.name)} = `, ''], [to, [column, value]])
    }
  }
}

type ColumnValue = readonly [column: FixtureColumn, value: FixtureValue]

import { createConnection } from 'mysql2/promise'
import type { DialectForTests } from '../../test/support/dialect-for-tests'
import type { Differences, TypeNames } from '../../test/support/expected-json'

/** None: stored values come back by the rules alone. */
export const differences: Differences = {}

/** MariaDB still prints the width of an integer. */
export const typeNames: TypeNames = (engine) => ({
  integer: engine === 'mariadb' ? 'int(11)' : 'int',
  text: 'longtext',
  varchar: 'varchar(60)',
})

/** Fails for the rows of `people`, and only when a statement computes it. */
export const failingExpression = '(select p.id from people p)'

export const keylessOrder: DialectForTests['keylessOrder'] = 'values'

/** Its data is gone. https://dev.mysql.com/doc/refman/en/alter-table.html */
export const makeUnreadable: DialectForTests['makeUnreadable'] = async (url) => {
  const connection = await createConnection(url.replace(/^mariadb:/, 'mysql:'))
  await connection.query('alter table people discard tablespace')
  await connection.end()
}

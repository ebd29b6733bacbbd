import type { Differences, TypeNames } from '../../test/support/expected-json'

/** None: stored values come back by the rules alone. */
export const differences: Differences = {}

/** MariaDB still prints the width of an integer. */
export const typeNames: TypeNames = (engine) => ({
  integer: engine === 'mariadb' ? 'int(11)' : 'int',
  text: 'longtext',
  varchar: 'varchar(60)',
})

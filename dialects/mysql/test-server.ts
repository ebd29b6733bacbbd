import type { TestServer } from '../../test/support/test-server'
import { startMariadb } from './test-mariadb'
import { startMysql } from './test-mysql'

export const testServers: readonly TestServer[] = [
  { name: 'mysql', urlVariable: 'TEST_MYSQL_URL', start: startMysql },
  { name: 'mariadb', urlVariable: 'TEST_MARIADB_URL', start: (folder) => startMariadb(folder) },
]

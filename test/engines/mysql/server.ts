import type { TestServer } from '../../support/test-server'
import { startMariadb } from './mariadb'
import { startMysql } from './mysql'

export const testServers: readonly TestServer[] = [
  { name: 'mysql', urlVariable: 'TEST_MYSQL_URL', start: startMysql },
  { name: 'mariadb', urlVariable: 'TEST_MARIADB_URL', start: (folder) => startMariadb(folder) },
]

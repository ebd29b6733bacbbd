import type { TestServer } from '../../support/test-server'
import { startMariadb } from './mariadb'
import { startMysql } from './mysql'

/**
 * By default, each `count(*)` starts four threads and repeatedly asks whether they have started, which
 * takes a fifth of the processor time of tests with small tables. Other servers keep the default.
 * https://dev.mysql.com/doc/refman/8.4/en/innodb-parameters.html#sysvar_innodb_parallel_read_threads
 */
const ONE_THREAD_A_COUNT = ['--innodb-parallel-read-threads=1']

export const testServers: readonly TestServer[] = [
  {
    name: 'mysql',
    urlVariable: 'TEST_MYSQL_URL',
    start: (folder) => startMysql(folder, ONE_THREAD_A_COUNT),
  },
  { name: 'mariadb', urlVariable: 'TEST_MARIADB_URL', start: (folder) => startMariadb(folder) },
]

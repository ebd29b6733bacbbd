import { createConnection } from 'mysql2/promise'

/** Settings that an administrator may have changed. No response may depend on them. */
const SETTINGS = {
  sql_mode:
    "'ANSI_QUOTES,NO_BACKSLASH_ESCAPES,PAD_CHAR_TO_FULL_LENGTH,PIPES_AS_CONCAT,IGNORE_SPACE'",
  time_zone: "'-03:30'",
  autocommit: '0',
  sql_select_limit: '3',
  character_set_server: 'latin1',
  max_sort_length: '64',
  // The data lives for one run only.
  innodb_flush_log_at_trx_commit: '0',
  sync_binlog: '0',
}

export async function changeSettings(url: string): Promise<void> {
  const connection = await createConnection(url.replace(/^mariadb:/, 'mysql:'))
  for (const [name, value] of Object.entries(SETTINGS)) {
    await connection.query(`set global ${name} = ${value}`)
  }
  await connection.end()
}

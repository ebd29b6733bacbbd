/** Drivers and the API for traces are slow to load, so the program loads only the driver of its database. */
import path from 'node:path'
import { effort } from '../support/effort'
import { runCommand } from '../support/run-command'

const root = path.join(__dirname, '../..')

const PROGRAM = `
  const { connectDatabase } = require(process.argv[2])
  const { createApp } = require(process.argv[3])
  const database = connectDatabase(process.argv[1], { connectTimeout: 1000 })
  createApp({ tables: database.tables })
  const loaded = (name) => Object.keys(require.cache).some((file) => file.includes('/node_modules/' + name + '/'))
  console.log(['pg', 'mysql2', 'better-sqlite3', '@opentelemetry'].filter(loaded).join())
  database.close()`

const DRIVERS = [
  ['postgres://u:p@127.0.0.1:1/d', 'pg'],
  ['mysql://u:p@127.0.0.1:1/d', 'mysql2'],
  [`sqlite:${__filename}`, 'better-sqlite3'],
]

it.each(effort(DRIVERS.slice(0, 1), DRIVERS))('%s loads only %s', async (url = '', driver = '') => {
  const hook = path.join(root, 'test/support/typescript-hook.cjs')
  const args = [
    '--require',
    hook,
    '--eval',
    PROGRAM,
    url,
    path.join(root, 'src/database/database'),
    path.join(root, 'src/app'),
  ]
  expect(await runCommand(process.execPath, args)).toBe(`${driver}\n`)
})

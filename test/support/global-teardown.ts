/** After all tests: stops the servers, and names what was not tested in the run's last lines. */
import { stopServers } from './global-setup'
import { leftOutText } from './left-out'
import { removeRunFolders } from './run-folder'

export default async function endTests(): Promise<void> {
  await stopServers()
  removeRunFolders()
  const text = leftOutText()
  if (text !== '') process.stderr.write(`\n${text}\n`)
}

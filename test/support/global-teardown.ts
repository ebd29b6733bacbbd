/** Runs after all tests: stops the servers, and lists tests that were left out in the last lines. */
import { stopServers } from './global-setup'
import { leftOutText } from './left-out'
import { cacheFolder, removeRunFolders } from './run-folder'
import { removeTemporaryFolder } from './temporary-folder'

export default async function endTests(): Promise<void> {
  await stopServers()
  const text = leftOutText()
  removeRunFolders(cacheFolder)
  removeTemporaryFolder()
  if (text !== '') process.stderr.write(`\n${text}\n`)
}

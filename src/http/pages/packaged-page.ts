import path from 'node:path'
import { packageFolder } from '../../package-folder'
import { StartError } from '../../start-error'
import { readBuiltPage, type BuiltPage } from './built-page'

/**
 * A page that comes with this package.
 * @param without how to start without it
 * @throws StartError where it has not been built
 */
export async function readPackagedPage(name: string, without: string): Promise<BuiltPage> {
  const folder = path.join(packageFolder(), 'dist', name)
  try {
    return await readBuiltPage(folder)
  } catch (cause) {
    const advice = `npm run build makes it, and ${without} does without`
    throw new StartError(`there is no page in ${folder}: ${advice}`, { cause })
  }
}

import path from 'node:path'
import { packageFolder } from '../../package-folder'
import { StartError } from '../../start-error'
import { readBuiltPage, type BuiltPage } from './built-page'

/**
 * Reads a page of this package.
 * @param disabling the flag that disables the page, if there is one
 * @throws StartError if the page has not been built
 */
export async function readPackagedPage(name: string, disabling?: string): Promise<BuiltPage> {
  const folder = path.join(packageFolder(), 'dist', name)
  try {
    return await readBuiltPage(folder)
  } catch (cause) {
    const other = disabling === undefined ? '' : `, or disable it with ${disabling}`
    throw new StartError(`there is no page in ${folder}: build it with npm run build${other}`, {
      cause,
    })
  }
}

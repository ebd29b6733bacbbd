import { runCommand } from '../../test/support/run-command'

/**
 * @param except a file that may have changed
 * @throws Error that lists the changes that no commit has
 */
export async function requireCleanTree(root: string, except?: string): Promise<void> {
  const paths = except === undefined ? [] : ['--', '.', `:!${except}`]
  const changes = await runCommand('git', ['-C', root, 'status', '--porcelain', ...paths])
  if (changes !== '') throw new Error(`commit or remove these first:\n${changes}`)
}

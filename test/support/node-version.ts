/** Installs other versions of Node.js from npm, and the built package for them. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { builtPackage } from './built-package'
import { cached } from './cached-folder'
import { runCommand } from './run-command'

export interface InstalledProduct {
  readonly node: string
  readonly program: string
  remove(): void
}

/** @returns a folder with `bin/node` and the headers for native modules */
export async function nodeFolder(major: number): Promise<string> {
  const folder = await cached(`node-${major}`, async (into) => {
    const name = `node-${process.platform}-${process.arch}@${major}`
    await runCommand('npm', ['pack', name, '--pack-destination', into, '--silent'])
    const [archive = ''] = readdirSync(into)
    await runCommand('tar', ['-xzf', path.join(into, archive), '-C', into])
    rmSync(path.join(into, archive))
  })
  return path.join(folder, 'package')
}

/** Installs the built package into an empty project, as a user of this version does. */
export async function installForNode(major: number): Promise<InstalledProduct> {
  const runtime = await nodeFolder(major)
  const project = mkdtempSync(path.join(tmpdir(), `tablequery-node-${major}-`))
  const remove = (): void => {
    rmSync(project, { recursive: true, force: true })
  }
  try {
    const packed = path.join(project, 'packed')
    mkdirSync(packed)
    const pack = ['pack', builtPackage, '--ignore-scripts', '--pack-destination', packed]
    await runCommand('npm', [...pack, '--silent'])
    const [archive = ''] = readdirSync(packed)
    writeFileSync(path.join(project, 'package.json'), JSON.stringify({ private: true }))
    const install = ['install', '--prefix', project, '--no-audit', '--no-fund']
    await runCommand('npm', [...install, path.join(packed, archive)], {
      env: {
        ...process.env,
        PATH: `${path.join(runtime, 'bin')}${path.delimiter}${process.env['PATH'] ?? ''}`,
        // Native modules without a binary for this version are compiled with the headers of this version.
        npm_config_nodedir: runtime,
      },
    })
  } catch (error) {
    remove()
    throw error
  }
  const program = path.join(project, 'node_modules/tablequery/dist/src/cli.js')
  return { node: path.join(runtime, 'bin/node'), program, remove }
}

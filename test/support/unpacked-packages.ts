/** Unpacks Debian packages into a private folder. It installs nothing and does not need root. */
import { readdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { cached } from './cached-folder'
import { downloadPackages, type PackageChoice } from './private-apt'
import { findProgram, MachineError, runCommand } from './run-command'

/** Folders in `usr/share` that no test needs. */
const UNUSED = ['doc', 'man', 'locale', 'perl']

/**
 * @returns the folder that replaces `/`
 * @throws MachineError if the packages are not available on this machine
 */
export async function unpackPackages(name: string, choice: PackageChoice): Promise<string> {
  for (const tool of ['apt-get', 'dpkg-deb']) {
    if (findProgram(tool) === undefined)
      throw new MachineError(`there is no ${tool} on this machine`)
  }
  return cached(name, async (root) => {
    const apt = await mkdtemp(path.join(tmpdir(), 'tablequery-apt-'))
    try {
      for (const file of await downloadPackages(apt, choice)) {
        await runCommand('dpkg-deb', ['--extract', file, root])
      }
      for (const folder of UNUSED) {
        await rm(path.join(root, 'usr/share', folder), { recursive: true, force: true })
      }
      await writeFile(path.join(root, 'fonts.conf'), FONTS)
    } finally {
      await rm(apt, { recursive: true, force: true })
    }
  })
}

/** https://www.freedesktop.org/software/fontconfig/fontconfig-user.html; `relative` means relative to this file. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir prefix="relative">usr/share/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`

/** Folders of libraries, e.g. `usr/lib/x86_64-linux-gnu` and private folders of packages in it. */
function libraryFolders(root: string): string[] {
  return ['usr/lib', 'lib'].flatMap((parent) =>
    entries(path.join(root, parent))
      .filter((name) => name.endsWith('-linux-gnu'))
      .flatMap((name) => {
        const folder = path.join(root, parent, name)
        return [folder, ...entries(folder).map((inner) => path.join(folder, inner))]
      })
      .filter((folder) => entries(folder).some((name) => /^lib.*\.so/.test(name))),
  )
}

/** Environment variables that make a program search the unpacked folder first, then the machine. */
export function unpackedEnvironment(root: string): Record<string, string> {
  const programs = ['usr/bin', 'usr/sbin', 'bin', 'sbin'].map((name) => path.join(root, name))
  const own = [...programs, process.env['PATH'] ?? ''].join(path.delimiter)
  return {
    PATH: own,
    LD_LIBRARY_PATH: libraryFolders(root).join(':'),
    FONTCONFIG_FILE: path.join(root, 'fonts.conf'),
  }
}

/** Command prefix for a program of a newer Debian: its dynamic loader with the path of its libraries. */
export function ownLoader(root: string): string[] {
  const loader = ['usr/lib64', 'lib64', 'usr/lib', 'lib', ...libraryFolders(root)]
    .flatMap((folder) => {
      const whole = path.resolve(root, folder)
      return entries(whole).map((name) => path.join(whole, name))
    })
    .find((file) => /\/ld-linux[^/]*\.so\.\d+$/.test(file))
  if (loader === undefined) throw new Error(`no dynamic loader in ${root}`)
  return [loader, '--library-path', libraryFolders(root).join(':')]
}

function entries(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** A program that this machine cannot have is left out; a fault of the code that fetches it is a failure. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { UnavailableError } from '../support/left-out'
import { unpackProgram } from '../support/test-programs'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tablequery-programs-'))
  process.env['PATH'] = folder
})

afterEach(() => {
  rmSync(folder, { recursive: true })
})

function provide(program: string, script: string): void {
  writeFileSync(path.join(folder, program), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
}

const NAME = 'a program that no run unpacks'
const CHOICE = { packages: ['none'] }

it('leaves out a program on a machine without apt', async () => {
  const unpacking = unpackProgram(NAME, CHOICE, 'install it')
  await expect(unpacking).rejects.toBeInstanceOf(UnavailableError)
  await expect(unpacking).rejects.toMatchObject({
    reason: 'there is no apt-get on this machine',
    remedy: 'install it',
  })
})

it('leaves out a program that apt cannot download', async () => {
  provide('apt-get', 'echo "Err:1 http://mirror"; echo "E: no network" >&2; exit 100')
  provide('dpkg-deb', 'exit 1')
  const unpacking = unpackProgram(NAME, CHOICE, 'install it')
  await expect(unpacking).rejects.toBeInstanceOf(UnavailableError)
  await expect(unpacking).rejects.toMatchObject({ reason: 'E: no network' })
})

it('leaves out no program because of another error', async () => {
  provide('apt-get', 'exit 1')
  provide('dpkg-deb', 'exit 1')
  const choice = {
    get packages(): never {
      throw new TypeError('a fault')
    },
  }
  await expect(unpackProgram(NAME, choice, 'install it')).rejects.toBeInstanceOf(TypeError)
})

/** A certificate authority for tests. Needs the test program `openssl`. */
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runCommand } from './run-command'
import { testProgram } from './test-programs'

/** Paths of files in PEM format, which every user may read. */
export interface Certificate {
  readonly certificate: string
  readonly key: string
}

export interface Authority {
  /** The authority's own certificate. */
  readonly file: string
  /**
   * Issues a certificate, in files of the same names for the same subject.
   * @param names alternative names of a server, such as `DNS:localhost, IP:127.0.0.1`
   */
  issue(subject: string, names?: string): Promise<Certificate>
  clear(): void
}

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
const DAYS = ['-days', '2']

export async function createAuthority(): Promise<Authority> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-certificates-'))
  // The servers run as another user.
  chmodSync(folder, 0o755)
  const file = (name: string): string => path.join(folder, name)
  const own = ['-keyout', file('ca-key.pem'), '-out', file('ca.pem')]
  await openssl([
    'req',
    '-x509',
    ...NEW_KEY,
    '-subj',
    '/CN=Authority of the tests',
    ...DAYS,
    ...own,
  ])
  return {
    file: file('ca.pem'),
    issue: async (subject, names) => {
      const [key, request, certificate, extensions] = [
        'key',
        'request',
        'certificate',
        'names',
      ].map((kind) => file(`${subject}-${kind}.pem`)) as [string, string, string, string]
      writeFileSync(extensions, names === undefined ? '' : `subjectAltName = ${names}\n`)
      await openssl(['req', ...NEW_KEY, '-subj', `/CN=${subject}`, '-keyout', key, '-out', request])
      const serial = ['-set_serial', `0x${randomBytes(8).toString('hex')}`]
      const authority = ['-CA', file('ca.pem'), '-CAkey', file('ca-key.pem'), ...serial]
      const signed = ['-in', request, '-out', certificate, '-extfile', extensions]
      await openssl(['x509', '-req', ...DAYS, ...signed, ...authority])
      chmodSync(key, 0o644)
      return { certificate, key }
    },
    clear: () => {
      rmSync(folder, { recursive: true })
    },
  }
}

function openssl(args: readonly string[]): Promise<string> {
  const { path: command, env } = testProgram('openssl')
  return runCommand(command, args, { env: { ...process.env, ...env } })
}

/** Programs that tests use besides the engines: installed ones, or else unpacked Debian packages. */
import path from 'node:path'
import { UnavailableError, type Missing } from './left-out'
import { findProgram, MachineError } from './run-command'
import { ownLoader, unpackedEnvironment, unpackPackages } from './unpacked-packages'

interface ProgramSource {
  /** Names of the installed program. */
  readonly commands: readonly string[]
  readonly packages: readonly string[]
  /** Debian's suite of the packages, if not that of the machine. */
  readonly suite?: string
  /** Path of the program in the unpacked packages. */
  readonly unpacked: string
  /** Only `npm run test:deployments` uses it. */
  readonly isForDeployments?: true
}

const PROGRAMS = {
  chromium: {
    // The headless shell does not draw windows, and needs half the processor time.
    commands: ['chromium-headless-shell', 'chromium'],
    packages: ['chromium-headless-shell'],
    unpacked: 'usr/lib/chromium/chromium-headless-shell',
  },
  redis: {
    commands: ['redis-server'],
    packages: ['redis-server'],
    unpacked: 'usr/bin/redis-server',
  },
  nginx: { commands: ['nginx'], packages: ['nginx'], unpacked: 'usr/sbin/nginx' },
  psql: {
    commands: ['psql'],
    packages: ['postgresql-client-15'],
    unpacked: 'usr/lib/postgresql/15/bin/psql',
  },
  python3: {
    commands: ['python3'],
    packages: ['python3-minimal', 'libpython3-stdlib'],
    unpacked: 'usr/bin/python3',
  },
  openssl: { commands: ['openssl'], packages: ['openssl'], unpacked: 'usr/bin/openssl' },
  // Runs a program in a pseudo terminal.
  script: { commands: ['script'], packages: ['bsdutils'], unpacked: 'usr/bin/script' },
  pgbouncer: {
    commands: ['pgbouncer'],
    packages: ['pgbouncer'],
    unpacked: 'usr/sbin/pgbouncer',
  },
  // A newer version, which supports prepared statements in transaction mode.
  'pgbouncer-new': {
    commands: [],
    packages: ['pgbouncer'],
    suite: 'sid',
    unpacked: 'usr/sbin/pgbouncer',
    isForDeployments: true,
  },
  pgpool: {
    commands: ['pgpool'],
    packages: ['pgpool2'],
    unpacked: 'usr/sbin/pgpool',
    isForDeployments: true,
  },
  // A library that MariaDB loads. The package mariadb-server has the scripts that copy data to new nodes.
  galera: {
    commands: [],
    packages: ['galera-4', 'mariadb-server', 'rsync', 'lsof', 'iproute2'],
    unpacked: 'usr/lib/libgalera_smm.so',
    isForDeployments: true,
  },
  // A storage engine of MariaDB, which the server loads.
  spider: {
    commands: [],
    packages: ['mariadb-plugin-spider'],
    unpacked: 'usr/lib/mysql/plugin/ha_spider.so',
    isForDeployments: true,
  },
  // Creates a root file system of Debian.
  debootstrap: {
    commands: ['debootstrap'],
    packages: ['debootstrap', 'wget'],
    unpacked: 'usr/sbin/debootstrap',
    isForDeployments: true,
  },
} as const satisfies Record<string, ProgramSource>

export type TestProgramName = keyof typeof PROGRAMS

export interface TestProgram {
  /** Command prefix of a program that needs its own dynamic loader; else empty. */
  readonly loader: readonly string[]
  readonly path: string
  /** Environment variables in addition to those of this process. */
  readonly env: Readonly<Record<string, string>>
}

const VARIABLE = 'TEST_PROGRAMS'

/** Environment variable that `npm run test:deployments` sets. */
const DEPLOYMENTS = 'TEST_DEPLOYMENTS'

/** Call it before all tests. @returns the programs that are not available on this machine */
export async function findPrograms(): Promise<Missing[]> {
  const found: Partial<Record<TestProgramName, TestProgram>> = {}
  const missing: Missing[] = []
  for (const name of Object.keys(PROGRAMS) as TestProgramName[]) {
    const { isForDeployments }: ProgramSource = PROGRAMS[name]
    if (isForDeployments && process.env[DEPLOYMENTS] === undefined) continue
    try {
      found[name] = await findOrUnpack(name)
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error
      const { reason, remedy } = error
      missing.push({ kind: 'program', name, reason, remedy })
    }
  }
  process.env[VARIABLE] = JSON.stringify(found)
  return missing
}

export function testProgram(name: TestProgramName): TestProgram {
  const found = JSON.parse(process.env[VARIABLE] ?? '{}') as Record<string, TestProgram | undefined>
  const program = found[name]
  if (!program)
    throw new Error(`${name} is missing: its tests must use testsThatNeed (left-out.ts)`)
  return program
}

export async function findOrUnpack(name: TestProgramName): Promise<TestProgram> {
  const { commands, packages, suite, unpacked }: ProgramSource = PROGRAMS[name]
  const installed = findProgram(...commands)
  if (installed !== undefined) return { loader: [], path: installed, env: {} }
  const root = await unpackProgram(
    [...(suite === undefined ? [] : [suite]), ...packages].join('-'),
    { packages, ...(suite !== undefined && { suite }) },
    `install ${name} (Debian${suite === undefined ? '' : ` ${suite}`}: ${packages.join(', ')})`,
  )
  const program = path.join(root, unpacked)
  if (suite !== undefined) return { loader: ownLoader(root), path: program, env: {} }
  return { loader: [], path: program, env: unpackedEnvironment(root) }
}

/** @throws UnavailableError if this machine cannot have it; any other error is a fault of this code */
export async function unpackProgram(
  ...[name, choice, remedy]: [...Parameters<typeof unpackPackages>, remedy: string]
): Promise<string> {
  try {
    return await unpackPackages(name, choice)
  } catch (error) {
    if (!(error instanceof MachineError)) throw error
    throw new UnavailableError(firstLine(error), remedy)
  }
}

/** The line of apt's output that contains the error. */
function firstLine({ message }: Error): string {
  const lines = message.split('\n')
  return lines.find((line) => line.startsWith('E: ')) ?? lines[0] ?? ''
}

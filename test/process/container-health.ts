/** The health check of scripts/Dockerfile. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { builtPackage } from '../support/built-package'

const dockerfile = readFileSync(path.join(__dirname, '../../scripts/Dockerfile'), 'utf8')
const [, command = '[]'] = /^HEALTHCHECK .*CMD (\[.*\])$/m.exec(dockerfile) ?? []

/** The program, and the arguments of its health check. */
export const [cli = '', ...healthCheckArgs] = (JSON.parse(command) as string[])
  .slice(1)
  .map((word) => (word === 'dist/src/cli.js' ? path.join(builtPackage, word) : word))
